/** Lines of HTML in a message or a ticket that have no text: pictures, links around them, comments. */

const markup =
  /&[a-z]{2,8};|<!--[^<>]*(?:>|$)|<\/?(?:a|br|center|details|div|em|font|h[1-6]|hr|img|kbd|li|ol|p|picture|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)(?:\s[^<>]*)?\/?>/gi
/** `srcset="dark.png">`, `END -->`: it began in the sentence before. */
const restOfTag = /^[^<>]*(?:"\s?\/?|--)>/
/** `<img alt="Fix it" `: it goes on in the next one. */
const startOfTag = /<(?:a|img|source)\s[^<>]*$/i
const word = /[\w\u0080-\uFFFF]/

/** `<p><img src="a.png"></p>`, `<!-- SUMMARY -->` */
export function isBareMarkup(text: string): boolean {
  if (!text.includes('<') && !text.includes('">') && !text.includes('-->')) return false
  return !word.test(text.replace(markup, ' ').replace(restOfTag, ' ').replace(startOfTag, ' '))
}
