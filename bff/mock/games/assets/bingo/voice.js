// The caller's voice: the browser's own, in the player's language.
import { boot } from '../frame/boot.js';
import { play, sounding } from '../frame/sound.js';

const accents = { tr: 'tr-TR', en: 'en-GB', de: 'de-DE', ru: 'ru-RU', ar: 'ar-SA' };

/** speak says a number, where sound is on; a browser without a voice gives a tone. */
export function speak(number) {
  if (!sounding()) return;
  const voices = window.speechSynthesis;
  if (!voices) {
    play('click');
    return;
  }
  const words = new SpeechSynthesisUtterance(String(number));
  words.lang = accents[boot.lang];
  words.rate = 1.2;
  voices.cancel(); // the last number, where it is not said yet
  voices.speak(words);
}
