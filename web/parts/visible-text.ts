/** Text of a session as it may be shown: no character in it is unseen, or turns the direction of what follows. */

/** One character for each, so that places in the text stay what they are. */
export function visibleText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\ufffd').toWellFormed()
}
