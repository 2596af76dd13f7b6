/** Places where a credential is, whatever it looks like. */
import { lazily } from '../../tokens/lazily.ts'
import type { SecretShape } from './secret-shape.ts'

export const genericShapes: () => readonly SecretShape[] = lazily(() => [
  // AWS secret key: 40 characters without a mark of their own.
  {
    kind: 'aws-secret-key',
    anchors: ['secret_access_key', 'secretaccesskey', 'secret-access-key'],
    pattern: lazily(
      () =>
        /secret[_-]?access[_-]?key[\\"']{0,6}[ \t]{0,4}[:=][ \t]{0,4}[\\"']{0,6}(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/iy,
    ),
  },
  // `scheme://user:password@host`; the same word twice is a local default.
  {
    kind: 'url-password',
    anchors: ['://'],
    pattern: lazily(
      () =>
        /:\/\/(?<user>[^\s/:@"'`<>\\?#]{0,64}):(?!\k<user>@)(?<secret>[^\s/:@"'`<>\\?#]{3,256})(?=@[A-Za-z0-9[])/iy,
    ),
  },
  // The header Authorization, or a line that speaks of it.
  {
    kind: 'bearer-token',
    anchors: ['bearer '],
    pattern: lazily(() => /bearer {1,4}(?<secret>[\w.~+/=-]{16,4000})/iy),
    random: true,
  },
  // `Authorization: Basic` is `user:password` in base 64; others send a key.
  {
    kind: 'basic-authorization',
    anchors: ['authorization'],
    pattern: lazily(
      () =>
        /authorization[\\"'\]]{0,6}[ \t]{0,4}[:=,][ \t]{0,4}[\\"'`]{0,6}(?:basic|token|apikey|key) {1,4}(?<secret>[\w.~+/=-]{8,4000})/iy,
    ),
    random: true,
  },
  // `user:password` for any program that takes one.
  {
    kind: 'basic-authorization',
    anchors: [' -u ', '--user '],
    pattern: lazily(
      () =>
        /(?: -u|--user) ["']?[\w.@+-]{1,64}:(?<secret>(?=[^\s"']{0,80}\d)(?=[^\s"']{0,80}[A-Za-z])[^\s"'\\]{6,128})/y,
    ),
  },
  // `curl -u user:password`, whatever the password is made of.
  {
    kind: 'basic-authorization',
    anchors: ['curl '],
    pattern: lazily(
      () =>
        /curl(?:[^\n\\]|\\[^\n]|\\\n){0,160}?[ \t\n"'](?:-u ?|--user[ =])["']?[^\s:"'\\/]{1,64}:(?<secret>[^\s"'\\,]{4,128})/y,
    ),
  },
  // `mysql -pPASSWORD`: what follows -p without a space.
  {
    kind: 'password',
    anchors: ['mysql', 'mariadb'],
    pattern: lazily(
      () =>
        /(?:mysql|mariadb)(?:[a-z-]{1,12})?(?:\.exe)? (?:[^\n\\]|\\[^\n]|\\\n){0,120}?(?<![^\s"'])-p["']?(?![/.]|\d{1,5}(?::\d{1,5})?(?:["'\s]|$))(?<secret>[^\s"'\\;|&]{4,128})/y,
    ),
  },
  {
    kind: 'password',
    anchors: ['sshpass -p'],
    pattern: lazily(() => /sshpass -p ?["']?(?<secret>[^\s"'\\]{4,128})/y),
  },
  // A line of `.netrc`: `machine HOST login USER password PASSWORD`.
  {
    kind: 'password',
    anchors: ['machine ', 'default login'],
    pattern: lazily(
      () =>
        /(?:machine[ \t]{1,4}(?:localhost|[\w-]{1,64}(?:\.[\w-]{1,64}){1,8})|default)(?:\s|\\[nrt]){1,12}(?:(?:login|account)(?:\s|\\[nrt]){1,8}[^\s\\]{1,128}(?:\s|\\[nrt]){1,12}){0,2}password(?:\s|\\[nrt]){1,8}(?<secret>[^\s"'\\]{4,256})/y,
    ),
  },
  // The header Cookie: what a browser sends with every request.
  {
    kind: 'session-cookie',
    anchors: ['cookie'],
    pattern: lazily(
      () =>
        /(?<!set-)cookie[\\"']{0,6}[ \t]{0,4}[:=][ \t]{0,4}[\\"'`]{0,6}(?=[\w.$!-]{1,128}=)(?<secret>[^\n"'`\\]{16,1500})/iy,
    ),
    random: true,
  },
  // What a server gives a browser to be known by.
  {
    kind: 'session-cookie',
    anchors: ['set-cookie'],
    pattern: lazily(
      () =>
        /set-cookie[\\"']{0,6}[ \t]{0,4}[:=,][ \t]{0,4}[\\"'`]{0,6}[\w.$!-]{1,128}=(?<secret>[^\s;"'`\\]{16,4000})/iy,
    ),
    random: true,
  },
  // PHPSESSID, JSESSIONID, sessionid, connect.sid: anyone who has it is logged in; a UUID is more often a name.
  {
    kind: 'session-cookie',
    anchors: [
      'sessid=',
      'sessionid=',
      'session_id=',
      'session=',
      'session-token=',
      'session_token=',
      '.sid=',
    ],
    pattern: lazily(
      () =>
        /(?:sessid|session(?:[_-]?(?:id|token))?|\.sid)=["']?(?![0-9a-f]{8}-[0-9a-f]{4}-)(?<secret>[\w.%+/:~-]{20,4000})/iy,
    ),
    random: true,
  },
])
