/** The words of the row `pushed`: what writes them and what reads them back in rows take them from here. */
export const pushWords = {
  /** The remote has what is committed. */
  yes: 'yes: ',
  /** It has not. */
  no: 'no: ',
  /** Behind `yes`: how the branch compares with its upstream. */
  upToDate: 'up to date with ',
  behind: 'behind ',
  /** Behind `no`; a number is in front of the first. */
  ahead: 'ahead',
  diverged: 'diverged',
  /** An upstream of another name, which does not prove a push. */
  tracks: 'tracks ',
} as const

/** How a branch compares with its upstream; `no: ahead 1, behind 2 of …` has the words of git's short status. */
export const trackingMark: RegExp = new RegExp(
  String.raw`^(?:${pushWords.yes}(?:${pushWords.upToDate}|${pushWords.behind})|${pushWords.no}(?:\d{1,7} ${pushWords.ahead}|ahead|${pushWords.diverged}))`,
)
