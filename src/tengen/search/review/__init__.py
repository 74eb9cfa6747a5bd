"""Review of whole games: what each move cost, by an agent that looks at every position."""

from tengen.search.review.annotating import annotate, is_annotated
from tengen.search.review.judgement import Grade, accuracy_of, chance
from tengen.search.review.reviewing import MoveReview, Review, count_positions, review

__all__ = [
    "Grade",
    "MoveReview",
    "Review",
    "accuracy_of",
    "annotate",
    "chance",
    "count_positions",
    "is_annotated",
    "review",
]
