// Follows the round on the page: dimmed, and with a word why, while the casino is silent.
import { follow } from '../frame/follow.js';

/**
 * followRound hands over how the round stands whenever something happens. While there is no
 * answer, node is dimmed and say tells why; back() tells how the round stands once there is
 * one again.
 */
export function followRound(take, { node, say, back }) {
  let lost = false;
  follow(take, (reason) => {
    const was = lost;
    lost = reason !== '';
    node.classList.toggle('offline', lost);
    if (lost) say(reason);
    else if (was) back();
  });
}
