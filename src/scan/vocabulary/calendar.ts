/** Names of months and days, in lower case. */
import { wordSet } from './word-set.ts'

export const months: ReadonlySet<string> = wordSet(
  `january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec
  januar februar märz mai juni juli oktober dezember jänner mrz okt dez
  января февраля марта апреля мая июня июля августа сентября октября ноября декабря
  январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
  janvier février mars avril juin juillet août septembre octobre novembre décembre
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`,
)

export const maxMonthLength: number = Math.max(...Array.from(months, name => name.length))

/** Only names that are nothing else when capitalised. */
export const weekdays: ReadonlySet<string> = wordSet(
  `monday tuesday wednesday thursday friday saturday sunday
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
  понедельник вторник среду четверг пятницу субботу воскресенье пятница суббота`,
)
