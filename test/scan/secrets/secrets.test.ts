import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { genericShapes } from '../../../src/scan/secrets/generic-shapes.ts'
import { credentialNames } from '../../../src/scan/secrets/secret-assignment.ts'
import { secretShapes } from '../../../src/scan/secrets/secret-shapes.ts'
import { findSecrets, maskSecrets } from '../../../src/scan/secrets/secrets.ts'
import { anyCharacter } from '../../any-character.ts'
import { expectLinear } from '../../measure/expect-linear.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const alphanumeric = letters + digits
const hex = '0123456789abcdef'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Made up on the spot: a key written out here would be one that scanners of repositories report. */
function made(length: number, alphabet: string = alphanumeric): string {
  return Array.from({ length }, (_, at) => {
    const [byte = 0] = createHash('sha256').update(`${alphabet} ${length} ${at}`).digest()
    return alphabet.charAt(byte % alphabet.length)
  }).join('')
}

/** `${name}`, as shells and templates write it. */
const variable = (name: string): string => `$\{${name}}`

const base64 = (text: string): string => Buffer.from(text).toString('base64url')
const jwt = [base64('{"alg":"HS256"}'), base64('{"sub":"42","name":"Ada"}'), made(43)].join('.')
const pem = (label: string, body: string): string =>
  `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`
const keyBody = [made(64), made(63), made(40)].join('\n')

/** Kind, the secret, and the text around it (`%` marks the secret). */
const secrets: readonly (readonly [kind: string, secret: string, around?: string])[] = [
  ['anthropic-key', `sk-ant-api03-${made(93)}AA`],
  ['anthropic-key', `sk-ant-admin01-${made(90)}`, 'x-api-key: %'],
  ['openai-key', `sk-proj-${made(60)}_${made(50)}-x1`],
  ['openai-key', `sk-svcacct-${made(60)}`],
  ['openai-key', `sk-${made(48)}`],
  ['openrouter-key', `sk-or-v1-${made(64, hex)}`],
  ['aws-access-key', `AKIA${made(16, base32)}`],
  ['aws-access-key', `ASIA${made(16, base32)}`, 'aws_access_key_id = %'],
  ['aws-secret-key', made(40), 'aws_secret_access_key = %'],
  ['aws-secret-key', made(40), '"SecretAccessKey": "%"'],
  ['aws-bedrock-key', `ABSKQmVkcm9ja0FQSUtleS${made(60)}=`],
  ['github-token', `ghp_${made(36)}`],
  ['github-token', `gho_${made(36)}`, 'https://%@github.com/ada/shop'],
  ['github-token', `github_pat_${made(22)}_${made(59)}`],
  ['gitlab-token', `glpat-${made(20)}`],
  ['slack-token', `xoxb-${made(12, digits)}-${made(12, digits)}-${made(24)}`],
  ['slack-webhook', `T${made(8)}/B${made(8)}/${made(24)}`, 'https://hooks.slack.com/services/%'],
  ['discord-webhook', made(68), 'https://discord.com/api/webhooks/112233445566778899/%'],
  ['telegram-token', `AAE${made(32)}`, 'bot 987654321:%'],
  ['stripe-key', `sk_live_${made(24)}`],
  ['stripe-key', `rk_live_${made(24)}`],
  ['webhook-secret', `whsec_${made(32)}`],
  ['square-token', `sq0atp-${made(22)}`],
  ['shopify-token', `shpat_${made(32, hex)}`],
  ['twilio-key', `SK${made(32, hex)}`, 'client = Twilio("%")'],
  ['twilio-key', `SK${made(32, hex)}`],
  ['discord-token', `${base64('112233445566778899')}.${made(6)}.${made(38)}`],
  ['discord-token', `${base64('1122334455667788990')}.${made(6)}.${made(27)}`, 'client.login("%")'],
  ['doppler-token', `dp.st.${made(43)}`],
  ['doppler-token', `dp.st.prd_backend.${made(40)}`, 'DOPPLER=%'],
  ['doppler-token', `dp.pt.${made(43)}`],
  ['session-cookie', `theme=dark; sid=${made(32)}`, 'GET / HTTP/1.1\r\nCookie: %\nAccept: */*'],
  ['session-cookie', `session=${made(40)}`, '{"headers": {"Cookie": "%"}}'],
  ['session-cookie', made(40), 'Set-Cookie: shop_session=%; Path=/; HttpOnly'],
  ['session-cookie', made(26), 'http --verbose :3000 PHPSESSID=%'],
  ['session-cookie', `s%3A${made(32)}.${made(43)}`, "curl -b 'connect.sid=%' localhost"],
  ['password', 'Tr0ub4dor', 'machine api.shop.test login ada password %'],
  ['password', 'swordfish!', 'machine git.shop.test\n  login ada\n  password %\n'],
  ['password', 'swordfish!', '"default login ada\\npassword %\\n"'],
  ['password', 'swordfish', 'mysql -h db -u root -p% shop < dump.sql'],
  ['password', 'Sw0rd!fish', "mysqldump --single-transaction -uroot -p'%' shop"],
  ['password', 'swordfish', "sshpass -p '%' ssh ada@db"],
  ['basic-authorization', 'swordfish', 'curl -s -X POST -u ada:% https://shop.test'],
  ['basic-authorization', 'swordfish', "curl https://shop.test \\\n  --user 'ada:%'"],
  ['basic-authorization', 'swordfish', 'curl --user=ada:% https://shop.test'],
  ['sendgrid-key', `SG.${made(22)}.${made(43)}`],
  ['mailgun-key', `key-${made(32, hex)}`],
  ['google-key', `AIza${made(35)}`],
  ['google-secret', `GOCSPX-${made(28)}`],
  ['google-token', `ya29.${made(60)}`],
  ['huggingface-token', `hf_${made(34, letters)}`],
  ['groq-key', `gsk_${made(52)}`],
  ['xai-key', `xai-${made(80)}`],
  ['perplexity-key', `pplx-${made(48)}`],
  ['nvidia-key', `nvapi-${made(64)}`],
  ['langsmith-key', `lsv2_pt_${made(32, hex)}_${made(10, hex)}`],
  ['npm-token', `npm_${made(36)}`, '//registry.npmjs.org/:_authToken=%'],
  ['pypi-token', `pypi-AgE${made(80)}`],
  ['rubygems-key', `rubygems_${made(48, hex)}`],
  ['docker-token', `dckr_pat_${made(27)}`],
  ['digitalocean-token', `dop_v1_${made(64, hex)}`],
  ['databricks-token', `dapi${made(32, hex)}`],
  ['vault-token', `hvs.${made(90)}`],
  ['supabase-key', `sbp_${made(40, hex)}`],
  ['grafana-token', `glsa_${made(32)}_${made(8, hex)}`],
  ['sentry-token', `sntryu_${made(64, hex)}`],
  ['atlassian-token', `ATATT3${made(180)}`],
  ['linear-key', `lin_api_${made(40)}`],
  ['notion-token', `ntn_${made(46)}`],
  ['figma-token', `figd_${made(40)}`],
  ['age-key', `AGE-SECRET-KEY-1${made(58, base32)}`],
  ['jwt', jwt],
  ['jwt', jwt, 'Authorization: Bearer %'],
  ['private-key', pem('RSA PRIVATE KEY', keyBody)],
  ['private-key', pem('OPENSSH PRIVATE KEY', keyBody), 'cat ~/.ssh/id\n%\n$'],
  ['private-key', pem('PRIVATE KEY', keyBody).replaceAll('\n', '\\n'), '{"private_key": "%\\n"}'],
  ['private-key', `-----BEGIN EC PRIVATE KEY-----\n${made(64)}\n${made(30)}`, '%\n(3 lines left out)'],
  ['url-password', 'hunter2!x', 'postgres://shop:%@db.internal:5432/shop'],
  ['url-password', 'Tr0ub4dor', 'redis://:%@cache:6379'],
  ['bearer-token', made(40), 'curl -H "Authorization: Bearer %" https://api.shop.test'],
  ['basic-authorization', Buffer.from('ada:Tr0ub4dor&3').toString('base64'), 'Authorization: Basic %'],
  ['basic-authorization', 'Tr0ub4dor', 'curl -u ada:% https://shop.test'],
  ['password', 'hunter2', 'password=%'],
  ['password', 'hunter2', 'password = "%"'],
  ['password', 'hunter2', 'mysql --password %'],
  ['password', 'Tr0ub4dor&3', "const password: string = '%'"],
  ['password', 'Tr0ub4dor', '<password>%</password>'],
  ['password', 'Tr0ub4dor', '{\\"db\\": {\\"password\\": \\"%\\"}}'],
  ['password', 'swordfish', 'DB_PASSWORD=%'],
  ['password', 'swordfish', '"password": "%"'],
  ['password', 'swordfish', 'export PGPASSWORD=%\npsql'],
  ['password', 'p4ssw0rt', 'Server=db;Uid=shop;Pwd=%;'],
  ['secret', 'letmeinplease', 'JWT_SECRET=%'],
  ['secret', made(32), 'client_secret: "%"'],
  ['token', made(32), 'export TOKEN=%'],
  ['token', 'abcd9876efgh', "secrets['deploy_token'] = '%'"],
  ['token', made(24), 'https://shop.test/hook?access_token=%&x=1'],
  ['key', made(32), '"api_key": "%"'],
  ['key', made(20), 'apiKey: `%`,'],
  ['key', `${made(86)}==`, 'AccountName=shop;AccountKey=%;EndpointSuffix=x'],
  ['credential', made(40), 'credential = "%"'],
]

const examples = secrets.map(([kind, secret, around = 'The key is % now.']) => ({
  kind,
  secret,
  text: around.replace('%', () => secret),
}))

describe('findSecrets', () => {
  it.each(examples)('finds a $kind: $secret', ({ kind, secret, text }) => {
    const start = text.indexOf(secret)
    expect(findSecrets(text)).toEqual([{ start, end: start + secret.length, kind }])
  })

  it('has an example of every kind', () => {
    const kinds = [...secretShapes(), ...genericShapes(), ...credentialNames].map(({ kind }) => kind)
    expect(new Set(secrets.map(([kind]) => kind))).toEqual(new Set([...kinds, 'private-key']))
  })

  it.each([
    // Names
    'flask-sk-learn-pipeline-with-a-very-long-kebab-name-2024',
    '<div class="task-sk-card__title--active sk-spinner-double-bounce-1">',
    'import { sk } from "@scope/npm_package_with_underscores_and_more"',
    'npm_config_user_agent npm_lifecycle_script',
    'const ghp_helper = xoxb_client()',
    'sk-proj-my-first-project-with-a-long-name',
    `my_ghp_${made(36)}`,
    // Identifiers that are no credentials
    '123e4567-e89b-42d3-a456-426614174000',
    `commit ${made(40, hex)}`,
    `"integrity": "sha512-${made(86)}=="`,
    `next_page_token: "${made(32)}"`,
    `token_count: 82587, max_tokens=4096, tokens: "${made(20)}"`,
    `password_hash = "${made(60)}"`,
    'secretName: shop-tls-secret-v2',
    // Types, variables, calls
    'interface Login { password: string; token?: string }',
    'def login(user: str, password: str | None = None) -> Token:',
    'const apiKey = process.env.API_KEY',
    'SECRET_KEY = os.environ["SECRET_KEY"]',
    'const password = getPassword()',
    'token: parts[1], secret: config.auth.secret, password: user.password',
    'connect(user, password=password2, token=token1)',
    'password: z.string().min(12)',
    'api_key=settings.OPENAI_API_KEY_2024',
    'client_secret => $this->options->secret1',
    // Keys and flags that only look alike
    `SK${made(30, hex)}${made(10, hex)} task${made(32, hex)}`,
    'SKU12345678901234567890123456789012',
    `${base64('hello world')}.${made(6)}.${made(30)}`,
    'dp.st.core and dp.pt.left = view.getUint8(0)',
    'docker run -p 3306:3306 -p3307:3306 mysql -p',
    'mysql -u root -p shop && mkdir -p/var/lib',
    `mysql -u root -p"${variable('MYSQL_PASSWORD')}" -p$PASS`,
    'curl -u user:password https://shop.test; curl -u "$USER:$PASS" x',
    'curl -H "Accept: text/html" https://shop.test:8080/users:list',
    'the machine learning login page and its password reset',
    'machine build.shop.test login ada password <password>',
    'Cookie: theme=dark; lang=en-GB; consent=accepted',
    'const cookie = parse(request.headers.cookie)',
    'Set-Cookie: theme=dark; Path=/',
    'codex resume --session=0199a213-81c0-7800-8aa1-bbab2a035a53',
    'tmux attach session=my-long-session-name-for-work',
    // Words for people
    '"password": "Password", "passwordConfirm": "required"',
    'type="password" placeholder="Password123"',
    '--- PASS: TestCheckout/7_hex_chars (0.00s)',
    'Usage: login --password string --token <token>',
    'The bearer authentication-scheme-of-rfc6750 is simple.',
    'Basic authentication sends a password: anyone can read it.',
    // Placeholders
    'OPENAI_API_KEY=sk-your-api-key-goes-here-12345678',
    'api_key: "<your-key>"',
    'API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx',
    `TOKEN=${variable('GITHUB_TOKEN')}`,
    `token: ${variable('{ secrets.GITHUB_TOKEN }')}`,
    'password: "********"',
    'PASSWORD=changeme',
    'PASSWORD=$DB_PASSWORD',
    'password: "{{ vault_db_password1 }}"',
    'POSTGRES_PASSWORD: postgres',
    'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    `ghp_${'x'.repeat(36)} and ghp_${'0'.repeat(36)}`,
    'sk-ant-api03-...',
    'api_key = "abcdefghijklmnop12345678"',
    'Authorization: Bearer <token>',
    `Authorization: Bearer ${variable('token')}`,
    'password_file: /run/secrets/db1x2y3z, password=/run/secrets/db1',
    'PWD=/home/ada/work2024 OLDPWD=/tmp/x1',
    pem('RSA PRIVATE KEY', '...'),
    pem('PUBLIC KEY', keyBody),
    pem('CERTIFICATE', keyBody),
    'grep -r -- "-----BEGIN RSA PRIVATE KEY-----" src',
    // URLs
    'https://user:password@example.test and postgres://postgres:postgres@localhost/shop',
    'git@github.com:ada/shop.git ssh://git@github.com:22/ada/shop',
    'http://localhost:3000/@scope/name http://localhost:3000?to=a@b.test',
    `https://${variable('USER')}:${variable('PASSWORD')}@db.test`,
  ])('lets alone: %s', text => {
    expect(findSecrets(text)).toEqual([])
  })

  it('finds a key behind an escaped line break', () => {
    const key = `ghp_${made(36)}`
    expect(findSecrets(`{"text":"first\\n${key}\\nlast"}`)).toEqual([
      { start: 16, end: 16 + key.length, kind: 'github-token' },
    ])
  })

  it.each([`ghp_${made(36)}`, `hf_${made(34)}`])('finds %s wherever it is', key => {
    const chunk = 32_768
    const places = [0, ...Array.from({ length: 12 }, (_, at) => chunk - 8 + at), 2 * chunk - 6, 2 * chunk]
    for (const start of places) {
      const text =
        'few words '
          .repeat(10_000)
          .slice(0, Math.max(0, start - 1))
          .padEnd(start) + key
      expect(findSecrets(text)).toMatchObject([{ start, end: start + key.length }])
    }
  })

  it('names what it knows better than the name it was assigned to', () => {
    expect(findSecrets(`API_KEY=sk-proj-${made(60)}`)).toMatchObject([{ start: 8, kind: 'openai-key' }])
  })

  it('takes the whole of a long value', () => {
    const value = made(5000)
    expect(findSecrets(`TOKEN=${value} x`)).toEqual([{ start: 6, end: 5006, kind: 'token' }])
  })
})

/** Texts full of what the detector reacts to. */
const fragments = fc.oneof(
  fc.constantFrom(...examples.flatMap(({ secret, text }) => [secret, text])),
  fc.constantFrom(
    'password=',
    '"token": "',
    'https://',
    ':',
    '@',
    '"',
    "'",
    '\\',
    '\n',
    ' ',
    '[secret:',
    'sk-',
    '-----',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
)
const texts = fc
  .array(fc.tuple(fragments, fc.constantFrom(' ', '\n', '"', ',', '=', ': ', '\\n')), { maxLength: 12 })
  .map(parts => parts.flat().join(''))

describe('maskSecrets', () => {
  it('puts a typed placeholder in place of the secret and nothing else', () => {
    const key = `ghp_${made(36)}`
    expect(maskSecrets(`a ${key} b ${key} c`)).toMatch(/^a (\[secret:github-token:[0-9a-f]{4}\]) b \1 c$/)
    expect(maskSecrets(`a ghp_${made(37)} b`)).not.toBe(maskSecrets(`a ${key} b`))
  })

  it('hides each of two secrets of one command', () => {
    const command = `curl -H "Authorization: Bearer ${made(40)}" -u ada:swordfish https://shop.test`
    expect(maskSecrets(command)).toMatch(/Bearer \[secret:bearer-token:\w{4}\]" -u ada:\[secret:/)
  })

  it('takes spans that are already known', () => {
    expect(maskSecrets('one two', [{ start: 4, end: 7, kind: 'word' }])).toMatch(
      /^one \[secret:word:\w{4}\]$/,
    )
    expect(maskSecrets('password=hunter2', [])).toBe('password=hunter2')
  })

  it('gives spans in order that do not overlap, and hides every one of them', () => {
    fc.assert(
      fc.property(texts, text => {
        let end = 0
        for (const span of findSecrets(text)) {
          expect(span.start).toBeGreaterThanOrEqual(end)
          expect(span.end).toBeGreaterThan(span.start)
          end = span.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
        expect(findSecrets(text)).toEqual(findSecrets(text))
      }),
      { numRuns: 500 },
    )
  })

  it('leaves nothing to mask', () => {
    fc.assert(
      fc.property(texts, text => {
        const masked = maskSecrets(text)
        expect(maskSecrets(masked)).toBe(masked)
      }),
      { numRuns: 500 },
    )
  })
})

describe('cost', () => {
  it.each([
    'password=',
    'password=a1',
    'PASSWORD="',
    '"token":"x1y2z3a4',
    'token'.padEnd(40),
    'secret\\\\\\\\',
    'sk-',
    'sk-proj-a1 ',
    'ghp_',
    'eyJh',
    `${base64('{"alg":"x"}')}.`,
    'https://',
    's://a:',
    's://aaaaaaaaaaaaaaaaaaaa:bbbbbbbbbbbb',
    'Bearer a1',
    'authorization: basic ',
    ' -u a:',
    'SK0',
    'MTEy',
    'MTEyMjMz',
    'dp.st.a',
    'cookie: a=',
    'cookie: ',
    'set-cookie: a=b1',
    'session=',
    'curl ',
    'curl -u a',
    'curl \\\n',
    'mysql ',
    'mysql -',
    'machine a.b login ',
    'machine a.b ',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA',
    'A1b2',
    '\ud83d',
    '密码=',
  ])('grows with the text, not faster: %j again and again', unit => {
    expectLinear(length => unit.repeat(Math.ceil(length / unit.length)), findSecrets)
  })

  it.each(['password=', '-----BEGIN RSA PRIVATE KEY-----\n', 'ghp_', 'eyJhbGciOiJ', 'https://a:', 'Bearer '])(
    'grows with the text, not faster: %j before one endless word',
    start => {
      expectLinear(length => start + 'a1B2'.repeat(length / 4), findSecrets)
    },
  )
})

const corpus = join(import.meta.dirname, '../../../../shared/corpus/command-outputs')

describe.skipIf(!existsSync(corpus))('on real command outputs (skipped without the corpus)', () => {
  it('raises no alarm: credentials were overwritten there', () => {
    const alarms = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.txt(?:\.gz)?$/.test(file))
      .flatMap(file => {
        const bytes = readFileSync(join(corpus, file))
        const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
        return findSecrets(text).map(({ kind }) => `${file}: ${kind}`)
      })
    expect(alarms).toEqual([])
  })
})
