// The round of a spin's wins, one shown after the other.

/** Cycle shows turns again and again until stop. A turn is a function that shows one win. */
export class Cycle {
  start(turns) {
    this.stop();
    let i = 0;
    const turn = () => turns[i++ % turns.length]();
    turn();
    if (turns.length > 1) this.timer = setInterval(turn, 1300);
  }

  stop() {
    clearInterval(this.timer);
  }
}
