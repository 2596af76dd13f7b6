/** Words that are written in capitals without being abbreviations. Lower case. */

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** What tools and tests print about how something went. */
export const statusWords: ReadonlySet<string> = setOf(
  `pass passed fail failed failure error errors warning warnings warn ok skip skipped info debug trace fatal critical
  severe notice panic done success todo fixme note hint tip`,
)

/** Emphasis, and the keywords of query languages that everyone writes so. */
export const emphasized: ReadonlySet<string> = setOf(
  `important never always must only all any each every none very please stop wait yes now here this that what why how
  when where who and or not no do don't can't won't if then else is are was be to of in on at by for from with the a
  an it you we i off out up one two new old use see get set put post patch delete select insert update where join left
  right inner outer group order having limit into values create drop alter table index as true false null nil`,
)
