/** Markdown as people and agents write it, and as nobody should: blocks drawn again and again from a few. */
import fc from 'fast-check'
import { anyCharacter } from '../../../any-character.ts'

const blocks = [
  '# Title',
  '## Notes',
  '## **Setup** ##',
  '### Server',
  '### Server\n- name: a\n- port: 80',
  '### Server\n- name: b\n- port: 80',
  'Title\n========',
  '- port: 80\n- user: deploy',
  '- port: 80\n- port: 80\n- user: deploy',
  '- server-01 at 10.0.1.1 port 8080\n- server-02 at 10.0.1.2 port 8080',
  '- [ ] write tests for parser\n- [x] write tests for parser',
  '- **Key**: value\n- **Other:** value\n  - nested\n  - nested',
  '1. restart the server\n2. restart the server',
  '* * *',
  '---',
  '=====',
  'A sentence that is long enough to be found when it comes back.',
  'Use tabs.\nUse spaces in YAML.\nUse tabs.',
  'hard  \nbreak',
  'trailing   ',
  '\n\n',
  '```js\nfunction f() {\n  return 1;\n}\n```',
  '```yaml\na:\n  port: 80\nb:\n  port: 80\n```',
  '~~~\nopen fence',
  '    indented code\n\n\n    more code',
  '| host | port |\n|------|------|\n| a\\|b | 80 |\n| a\\|b | 80 |',
  '<div>\n  <b>x</b>\n</div>',
  '<!-- a\n\n\ncomment -->',
  '> quoted **text**\n> quoted **text**',
  '[link](http://a.b/c_d_e) and `code **x**` and **bold** and _it_',
  '[ref]: http://z.y',
  '端口：8080，用户：deploy。',
  'IP：192.168.1.1，端口：8080',
  '**- not an item**',
  '**1. not a step**',
  'a*b*c _d_ **e**f',
  '！[x](y) ]（z）',
  '---\ntitle: x\n\n\nkey:   value  \n---',
  '+++\nx = 1\n+++',
  '✅ done 🔴 failed',
  'foo\tbar  ',
  '\u00a0',
  '\uFEFF# BOM',
  '- a\n\n- a\n\ntext',
] as const

export const markdownText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...blocks) },
        { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
        { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'#-*_=` \n>|1.['), maxLength: 12 }) },
      ),
      { maxLength: 12 },
    ),
    fc.constantFrom('\n\n', '\n\n', '\n', '\r\n', '\n\n\n'),
    fc.boolean(),
  )
  .map(([drawn, between, ends]) => {
    const text = drawn.join(between) + (ends ? between : '')
    return between === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text
  })
