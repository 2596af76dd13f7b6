import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from '../../src/scan/sentences.ts'
import { anyText } from './any-text.ts'

const split = (text: string): readonly string[] =>
  sentences(text).map(({ start, end }) => text.slice(start, end))

/** `¦` is where a new sentence begins. */
const samples: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'full stops', text: 'It works. ¦It is fast! ¦Is it? ¦Yes' },
  { name: 'several marks', text: 'Really?! ¦Yes... ¦No!!! ¦Fine' },
  { name: 'an ellipsis that goes on', text: 'Wait ... what was that? ¦And … so on.' },
  { name: 'numbers', text: 'Pi is 3.14 and not 3,15. ¦It cost 1.200,50 euros. ¦Fine.' },
  { name: 'versions', text: 'Use v1.2.3 or 2.0.0-rc.1. ¦Then go on.' },
  { name: 'paths', text: 'See src/foo.ts:42 and ./a/b.test.ts. ¦Then /etc/hosts. ¦Done.' },
  { name: 'URLs', text: 'Open https://a.example.org/b.html?c=d&e=f.g! ¦Then read on.' },
  { name: 'times', text: 'It broke at 10:00:00.123 on 2026-03-01. ¦Then it came back at 10:05.' },
  { name: 'e-mail addresses', text: 'Write to jan.berg@mail.example.org. ¦He answers.' },
  { name: 'identifiers', text: 'Call fs.readFile and Node.js. ¦Then items.map(x => x.id) follows.' },
  { name: 'operators', text: 'Take a != b ? c : d and go on. ¦Then x?.y works.' },
  {
    name: 'abbreviations before names',
    text: 'Dr. Smith met Mr. Jones, e.g. Bob vs. Al, etc. and left. ¦They talked.',
  },
  {
    name: 'abbreviations that end',
    text: 'He sells bread, milk, etc. ¦Then he works at Acme Inc. ¦It closes at 5 p.m. ¦Fine.',
  },
  {
    name: 'abbreviations before numbers',
    text: 'See Fig. 3 and No. 5 on pp. 12 to 14. ¦The answer is no. ¦We know.',
  },
  { name: 'initials', text: 'J. R. R. Tolkien wrote it. ¦We took plan B. ¦The rest is known.' },
  { name: 'small letters', text: 'it works fine. ¦then we deploy approx. five of them.' },
  {
    name: 'quotes and brackets',
    text: '"Stop." ¦She left. ¦"Go on!" he said. ¦(It was late.) ¦Then (see above.) it went on.',
  },
  { name: 'curly quotes', text: '“Stop.” ¦She left. ¦‘Why?’ ¦Nobody knew.' },
  { name: 'Markdown', text: 'This is **important.** ¦And *this.* ¦The `end.` ¦Yes' },
  { name: 'emoji', text: 'Great!🎉 ¦Next 👩‍👩‍👧. ¦Done!👍🏽 ¦Bye' },
  {
    name: 'German dates and ordinals',
    text: 'Am 3. März kam er. ¦Im 19. Jahrhundert war das so. ¦Er wurde der 2. Sieger. ¦Ende.',
  },
  {
    name: 'German abbreviations',
    text: 'Das ist z. B. Köln bzw. Bonn, d. h. am Rhein. ¦Vgl. Abs. 3 usw. und mehr. ¦Herr Dr. Müller kam ca. 5 Minuten zu spät. ¦Gut.',
  },
  { name: 'German quotes', text: 'Er sagte: „Gut.“ ¦Dann ging er. ¦»Nein!« ¦Schluss.' },
  {
    name: 'Russian',
    text: 'Он родился в 1990 г. в Москве, т. е. давно. ¦См. рис. 3 и стр. 5. ¦А. С. Пушкин писал стихи. ¦«Да!» ¦Конец',
  },
  { name: 'Chinese', text: '他来了。¦真的吗？¦是的！¦“好。”¦他说完就走了……¦价格是３．１４元。¦没有句号' },
  { name: 'Japanese', text: '「行く。」と彼は言った。¦本当ですか？¦はい！¦「終わり。」¦最後の文' },
  { name: 'half-width Japanese', text: 'ﾃｽﾄです｡¦終わり' },
  { name: 'Latin stops in Chinese', text: '版本是 v1.2.3.¦然后重启?¦好!¦完' },
  { name: 'Hindi and Arabic', text: 'यह काम करता है। ¦हाँ। ¦هل يعمل؟ ¦نعم' },
  { name: 'French spacing', text: 'Vraiment ? ¦Oui ! ¦Merci.' },
  { name: 'paragraphs', text: 'A heading\n\n¦One paragraph. ¦And its end\n\n¦Another' },
  {
    name: 'wrapped lines',
    text: 'This paragraph was wrapped to the width of a terminal,\nso its sentences run on over the ends of their lines.\n¦Then comes another one that is just as long as the first\nand it ends here',
  },
  {
    name: 'wrapped Chinese',
    text: `${'数据库连接已经耗尽然后请求开始超时我们需要重新启动服务并且检查日志里面的所有错误信息才行对吧'.slice(0, 42)}\n后来大家都同意了这个方案。¦好`,
  },
  {
    name: 'lines of output',
    text: 'ee894ec add flags for the summary of a session\n¦c0dd4af add types\n¦3696270 fix it\n¦done',
  },
  {
    name: 'lines that are too long to be wrapped',
    text: `${'word '.repeat(40)}\n¦${'word '.repeat(39)}\n¦end`,
  },
  {
    name: 'lists',
    text: 'Steps:\n¦- open it\n¦- close it\n¦1. first one. ¦Then\n¦2. second\n  ¦* third',
  },
  { name: 'headings, quotes and tables', text: 'Text\n¦# Heading\n¦> a quote\n¦| a row\n¦```\n¦code' },
  { name: 'Windows line ends', text: 'A heading\r\n\r\n¦A short line\r\n¦and another.\r\n¦- an item' },
  { name: 'white space alone', text: ' \n\n ' },
]

describe('sentences', () => {
  it.each(samples)('$name', ({ text }) => {
    const expected = text.split('¦')
    expect(split(expected.join(''))).toEqual(expected)
  })

  it('are none in an empty text', () => {
    expect(sentences('')).toEqual([])
  })

  it('cover any text without loss', () => {
    fc.assert(
      fc.property(anyText, text => {
        const spans = sentences(text)
        expect(spans.every(({ start, end }) => end > start)).toBe(true)
        expect(split(text).join('')).toBe(text)
        expect(spans.every(({ start }, at) => start === (at === 0 ? 0 : spans[at - 1]?.end))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('begin where a character begins, as a reader sees characters', () => {
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(anyText, text => {
        const starts = new Set(Array.from(graphemes.segment(text), ({ index }) => index))
        expect(sentences(text).filter(({ start }) => !starts.has(start))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
