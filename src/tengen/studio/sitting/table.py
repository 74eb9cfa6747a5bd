"""A table: what may be asked at it."""

from dataclasses import replace

from tengen.core import Outcome, RecordedMove
from tengen.studio.sitting import counting
from tengen.studio.sitting.audience import Watcher
from tengen.studio.sitting.desk import Desk
from tengen.studio.sitting.offers import Offer, judge_offer
from tengen.studio.sitting.turns import is_agreed, is_engines_turn, is_given_up, last_turn
from tengen.studio.web.messages import RequestError, Strength


class Table(Desk):
    """One game with everybody who watches it; all its methods run on the event loop.

    What is not allowed now is refused with a `RequestError`, or an `IllegalMoveError`.
    """

    async def play(self, action: int, ply: int) -> None:
        """Play a person's move in the position after `ply` actions."""
        async with self._lock:
            self._check_open()
            if self.sheet.auto or self.state.to_play not in self.sheet.terms.people:
                raise RequestError("not_your_turn", "it is not your turn")
            if ply != len(self.sheet.moves):
                raise RequestError("stale", f"position {ply} is not the present one")
            if await self._has_lost_on_time():
                raise RequestError("finished", "the game is over")
            self._history.append(action)
            self._abandon()
            await self._advance(RecordedMove(action), by_person=True)

    async def resign(self) -> None:
        """Give the game up for the person, for the one whose turn it is where there are two.

        Raises:
            RequestError: when the game is over, or no person plays.
        """
        async with self._lock:
            self._check_open()
            people = self.sheet.terms.people
            if not people:
                raise RequestError("not_your_turn", "no person plays this game")
            loser = people[0] if len(people) == 1 else self.state.to_play
            await self._end(Outcome(1 - loser, "resignation"))

    async def offer(self) -> None:
        """Offer a draw for the person, for the one whose turn it is where there are two.

        An engine answers at once by what it expected of its last moves.

        Raises:
            RequestError: when the game is over, no person plays, or one offer is not answered yet.
        """
        async with self._lock:
            self._check_open()
            people = self.sheet.terms.people
            if not people:
                raise RequestError("not_your_turn", "no person plays this game")
            if self.sheet.offer is not None:
                raise RequestError("offered", "a draw was offered in this position")
            by = people[0] if len(people) == 1 else self.state.to_play
            answer = judge_offer(self._values_of(1 - by)) if len(people) == 1 else None
            if len(people) == 1 and answer is None:
                await self._end(Outcome(None, "agreement"))
            else:
                await self._put_offer(Offer(by, answer))

    async def accept(self) -> None:
        """Agree to the draw that a person offers another.

        Raises:
            RequestError: when none is offered.
        """
        async with self._lock:
            self._check_offer()
            await self._end(Outcome(None, "agreement"))

    async def decline(self) -> None:
        """Decline the draw that a person offers another.

        Raises:
            RequestError: when none is offered.
        """
        async with self._lock:
            await self._put_offer(replace(self._check_offer(), answer="declined"))

    async def undo(self) -> None:
        """Take back whole moves to a person's last turn; of a game ended otherwise, that alone."""
        async with self._lock:
            if is_given_up(self.sheet, self._history) or is_agreed(self.sheet):
                self._pupil.take_back()
                await self._rewind(len(self.sheet.moves), paused=False)
                return
            ply = last_turn(self.sheet, self._history)
            if ply is None:
                raise RequestError("nothing_to_undo", "there is nothing to take back")
            self._pupil.take_back()
            await self._rewind(ply, paused=not self.sheet.terms.people)

    async def mark(self, point: int, *, dead: bool) -> None:
        """Mark the chain at `point` dead or alive for the count."""
        async with self._lock:
            count = self._open_count()
            self.sheet.count = counting.mark(count, self.state, point, dead=dead)
            await self._save()
            self._tell_status()

    async def settle(self) -> None:
        """End the game by the count that is shown.

        Raises:
            RequestError: when there is none, or an engine does not give way.
        """
        async with self._lock:
            count, state = self._open_count(), self.state
            if counting.disputed(count, state, self.sheet.terms.people):
                raise RequestError("disputed", "the opponent counts other stones as dead")
            if counting.is_counted(state):
                await self._end(counting.outcome(count, state))

    async def resume(self) -> None:
        """Play on instead of counting: the passes are taken back."""
        async with self._lock:
            self._open_count()
            await self._rewind(len(self.sheet.moves) - counting.PASSES, paused=False)

    async def insist(self) -> None:
        """Let a move stand that the teacher warns of."""
        async with self._lock:
            self.sheet.slip, self.sheet.unseen = None, False
            await self._save()
            self._continue()
            self._tell_status()

    async def hint(self) -> None:
        """Show the move that the teacher would play for the person to move."""
        async with self._lock:
            self._check_open()
            if self._job is not None and self._job.purpose != "analysis":
                raise RequestError("not_your_turn", "it is not your turn")
            self._start("hint", self.state)
            self._tell_status()

    async def teach(self, points: int | None) -> None:
        """Warn of moves that give `points` of winning chance away from now on; None: never."""
        async with self._lock:
            self.sheet.terms = self.sheet.terms.model_copy(update={"teach": points})
            await self._save()
            self._tell_status()

    async def restart(self) -> None:
        """Begin again on the same terms."""
        async with self._lock:
            # Its net may have been trained since: the next game is against the newest.
            self._thinker.renew()
            self._pupil.turn_to_next_game()
            await self._rewind(self.sheet.begun, paused=False)

    async def move(self) -> None:
        """Let the engine play one move for whoever is to move, at once if it is thinking of it."""
        async with self._lock:
            self._check_open()
            if self._job is not None and self._job.purpose == "move":
                self._job.hurry()
                return
            self._start("move", self.state)
            self._tell_status()

    async def auto(self) -> None:
        """Let the engine play both sides until the end or until it is stopped."""
        async with self._lock:
            self._check_open()
            self.sheet.auto, self.sheet.paused = True, False
            await self._save()
            self._continue()
            self._tell_status()

    async def stop(self) -> None:
        """Abandon the thought about a move; the engine waits until it is asked."""
        async with self._lock:
            if self._job is not None and self._job.purpose == "move":
                self._abandon()
            self.sheet.auto = False
            self.sheet.paused = self.sheet.clock is not None or is_engines_turn(
                self.sheet, self._history
            )
            await self._save()
            self._continue()
            self._tell_status()

    async def unpause(self) -> None:
        """Let the game go on after a pause, the clock too."""
        async with self._lock:
            self._check_open()
            self.sheet.paused = False
            await self._save()
            self._continue()
            self._tell_status()

    async def analyse(self, watcher: Watcher, on: bool, ply: int | None) -> None:
        """Look at the position after `ply` actions (None: the present one), or stop looking."""
        async with self._lock:
            if ply is not None and ply > len(self.sheet.moves):
                raise RequestError("stale", f"position {ply} is not in this game")
            self._look(watcher, on, ply)
            thought = self._thoughts.get(len(self.sheet.moves) if ply is None else ply)
            if on and thought is not None:
                self._audience.tell({"type": "analysis", "analysis": thought})
            self._continue()
            self._tell_status()

    async def strengthen(self, strength: Strength) -> None:
        """Think for this long from the next thought on."""
        async with self._lock:
            self.sheet.terms = self.sheet.terms.model_copy(update={"strength": strength})
            self._thoughts.clear()
            if self._job is not None and self._job.purpose == "analysis":
                self._abandon()
            await self._save()
            self._continue()
            self._tell_status()

    # -- what is allowed; the lock is held

    def _check_open(self) -> None:
        if self.sheet.outcome is not None:
            raise RequestError("finished", "the game is over")
        if self.sheet.count is not None:
            raise RequestError("counting", "the stones are being counted")

    def _open_count(self) -> counting.Count:
        if self.sheet.count is None or self.sheet.outcome is not None:
            raise RequestError("refused", "there is nothing to count")
        return self.sheet.count

    def _check_offer(self) -> Offer:
        self._check_open()
        offer = self.sheet.offer
        if offer is None or offer.answer is not None:
            raise RequestError("refused", "nobody offers a draw")
        return offer

    async def _put_offer(self, offer: Offer) -> None:
        self.sheet.offer = offer
        await self._save()
        self._tell_status()

    def _values_of(self, side: int) -> list[float | None]:
        """Return what the engine expected of each of its moves for `side`."""
        moves = zip(self._history.states, self.sheet.moves, strict=False)
        return [move.value for state, move in moves if state.to_play == side and move.seconds]
