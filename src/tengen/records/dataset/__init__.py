"""Data sets of positions, to learn from: what is seen, what was played, who won.

A data set is a folder with a ``card.json`` and a folder for each split, whose arrays are mapped
into memory and read only where they are looked at.

>>> dataset.build([Path("games.sgf")], Path("positions"))
>>> train = dataset.open_dataset(Path("positions")).splits["train"]
>>> train.planes(slice(0, 256)), train.moves[:256], train.results[:256]
"""

from tengen.records.dataset.arrays import DataSet, Split, open_dataset
from tengen.records.dataset.building import build

__all__ = ["DataSet", "Split", "build", "open_dataset"]
