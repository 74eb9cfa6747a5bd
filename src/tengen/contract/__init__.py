"""What a game, an agent and a learner promise, as tests that any package can run on its own.

A test module subclasses a contract and says in fixtures what is tested::

    from tengen.contract import GameContract

    class TestOthello(GameContract):
        @pytest.fixture(params=[{}, {"size": 6}])
        def game(self, request):
            return load("othello", **request.param)

`tengen.contract` needs pytest, and nothing else in Tengen imports it. For the values in a failed
assertion, say ``pytest.register_assert_rewrite("tengen.contract")`` in ``conftest.py``.
"""

from tengen.contract.agent import AgentContract
from tengen.contract.game import GameContract
from tengen.contract.learner import LearnerContract, RunContract

__all__ = ["AgentContract", "GameContract", "LearnerContract", "RunContract"]
