/** Abbreviations whose dot is no full stop, by what follows them. Lower case, without the last dot. */

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Something always follows: a name, an example, the other half. */
export const leadingAbbreviations: ReadonlySet<string> = setOf(
  `e.g i.e eg ie cf vs viz resp approx mr mrs ms dr prof rev hon gen sen rep st mt messrs mme mlle
  bzw bspw bsp ca ggf evtl vgl inkl exkl sog d.h z.b u.a i.d.r u.u z.t o.ä v.a a.d m.e dipl ing hr fr frl zzgl bzgl
  т.е т.к т.н т.ч см ср им ул пр-т просп пл обл акад проф доц д-р гр тов напр
  p.ej sr sra dra ud ej art.o`,
)

/** A number follows; before anything else the word may well end a sentence (`no.`). */
export const numberedAbbreviations: ReadonlySet<string> = setOf(
  `no nos nr fig figs sec ch chap vol pp pg eq art abs tab tbl ver rev op cit kap bd ziff lit jan feb mar apr jun jul
  aug sep sept oct okt nov dec dez рис табл гл стр ст разд тел кв № n.o`,
)

/** May end a sentence: they do where a capital follows, and do not where a small letter does. */
export const trailingAbbreviations: ReadonlySet<string> = setOf(
  `etc et.al al inc ltd corp co llc bros jr esq a.m p.m u.s u.k u.n e.u b.c a.d ph.d m.d b.a m.a d.c usw usf etc.pp
  u.ä u.v.m gmbh std min sek mio mrd tsd stk т.д т.п др пр руб коп тыс млн млрд гг вв мин сек км кг`,
)

/** German words before an ordinal: `am 3. März`, `im 19. Jahrhundert`. */
export const ordinalIntroducers: ReadonlySet<string> = setOf(
  `am im der die das den dem des vom zum zur beim ab bis seit jeder jede jedes jeden ein eine einen einem einer und
  bis dieser diese diesem diesen ihr ihre sein seine unser unsere nach vor`,
)
