/** What keys and tokens of services look like, as data. */
import { lazily } from '../../tokens/lazily.ts'
import { modelKeyShapes } from './model-key-shapes.ts'
import { key, noName, type SecretShape } from './secret-shape.ts'

/** Three decimal digits in base 64. */
const discordDigits = '[MNO][DTjz][AEIMQUYcgk][w-z0-5]'

/** From the second character on: in English, `nd` and `nt` begin too many words. */
function discordAnchors(): string[] {
  const letters = ['DTjz', 'AEIMQUYcgk', 'wxyz012345', 'MNO'].map(each => [...each.toLowerCase()])
  return letters.reduce<string[]>(
    (starts, next) => starts.flatMap(begun => next.map(letter => begun + letter)),
    [''],
  )
}

export const secretShapes: () => readonly SecretShape[] = lazily(() => [
  ...modelKeyShapes(),
  {
    kind: 'aws-access-key',
    anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: key('A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}'),
    why: 'AWS access key id: it names the secret key beside it, and is base 32',
  },
  {
    kind: 'aws-bedrock-key',
    anchors: ['ABSKQmVkcm9ja0FQSUtleS'],
    pattern: key('ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/]{40,260}={0,2}'),
    why: 'Amazon Bedrock long-lived key: base 64 of BedrockAPIKey-…',
  },
  {
    kind: 'github-token',
    anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: key(String.raw`gh[pousr]_\w{36,600}(?:\.[\w-]{10,1000}){0,2}`),
    why: 'GitHub: personal, OAuth, user, server and refresh tokens; newer ones go on as a JWT does',
  },
  {
    kind: 'github-token',
    anchors: ['github_pat_'],
    pattern: key(String.raw`github_pat_\w{40,255}`),
    why: 'GitHub fine-grained personal token',
  },
  {
    kind: 'gitlab-token',
    anchors: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glft-', 'glsoat-', 'glimt-', 'glagent-'],
    pattern: key(
      String.raw`gl(?:pat|dt|rt|ptt|cbt|ft|soat|imt|agent)-${noName}[\w-]{20,300}(?:\.\w{2}\.\w{9})?`,
    ),
    why: 'GitLab: personal, deploy, runner, trigger, job, feed, OAuth and agent tokens',
  },
  {
    kind: 'slack-token',
    anchors: [
      'xoxa-',
      'xoxb-',
      'xoxe-',
      'xoxe.',
      'xoxo-',
      'xoxp-',
      'xoxr-',
      'xoxs-',
      'xoxc-',
      'xoxd-',
      'xapp-',
    ],
    pattern: key(String.raw`(?:xoxe\.)?(?:xox[abcdeoprs]|xapp)-${noName}[A-Za-z0-9%-]{16,300}`),
    why: 'Slack: bot, user, app, refresh and browser tokens',
  },
  {
    kind: 'slack-webhook',
    anchors: ['hooks.slack.com/'],
    pattern: lazily(
      () => /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9_/]{20,100})/y,
    ),
    why: 'whoever knows the path may post',
  },
  {
    kind: 'discord-webhook',
    anchors: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    pattern: lazily(() => /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/(?<secret>[\w-]{50,100})/y),
    why: 'whoever knows the path may post',
  },
  {
    kind: 'telegram-token',
    anchors: [':AAE', ':AAF', ':AAG', ':AAH'],
    pattern: lazily(() => /(?<=(?<!\d)\d{8,10}):(?<secret>AA[\w-]{33})(?![\w-])/y),
    why: 'Telegram bot: its number, a colon, 35 characters',
  },
  {
    kind: 'stripe-key',
    anchors: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    pattern: key('[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}'),
    why: 'Stripe: secret and restricted keys',
  },
  {
    kind: 'webhook-secret',
    anchors: ['whsec_'],
    pattern: key('whsec_[A-Za-z0-9+/]{24,100}={0,2}'),
    why: 'Stripe and Svix sign webhooks with it',
  },
  {
    kind: 'square-token',
    anchors: ['sq0atp-', 'sq0csp-'],
    pattern: key(String.raw`sq0(?:atp|csp)-[\w-]{22,60}`),
    why: 'Square',
  },
  {
    kind: 'shopify-token',
    anchors: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    pattern: key('shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
    why: 'Shopify: admin, custom app, private app, shared secret',
  },
  {
    kind: 'twilio-key',
    anchors: [...'0123456789abcdef'].map(digit => `SK${digit}`),
    pattern: key('SK(?=[0-9]{0,31}[a-f])(?=[a-f]{0,31}[0-9])[0-9a-f]{32}'),
    why: 'Twilio: the id of an API key, in lower case behind an SK that no hash begins with',
  },
  {
    kind: 'doppler-token',
    anchors: ['dp.ct.', 'dp.pt.', 'dp.st.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    pattern: key(
      String.raw`dp\.(?:(?:ct|pt|sa|scim|audit)|st(?:\.[a-z0-9][a-z0-9_-]{1,34})?)\.[A-Za-z0-9]{40,44}`,
    ),
    why: 'Doppler: CLI, personal, service (which may name its config), account, SCIM and audit tokens',
  },
  {
    kind: 'discord-token',
    anchors: discordAnchors(),
    before: 1,
    pattern: key(String.raw`(?:${discordDigits}){5,6}[A-Za-z0-9]{0,3}\.[\w-]{6}\.[\w-]{27,40}`),
    why: 'Discord bot: its number in base 64, a time and a signature',
  },
  {
    kind: 'sendgrid-key',
    anchors: ['SG.'],
    pattern: key(String.raw`SG\.[\w-]{16,32}\.[\w-]{32,64}`),
    why: 'SendGrid: id and secret, each after a dot',
  },
  {
    kind: 'mailgun-key',
    anchors: ['key-'],
    pattern: key('key-[0-9a-f]{32}'),
    why: 'Mailgun',
  },
  {
    kind: 'google-key',
    anchors: ['AIza'],
    pattern: key(String.raw`AIza[\w-]{35}`),
    why: 'Google Cloud, Maps, Firebase, Gemini',
  },
  {
    kind: 'google-secret',
    anchors: ['GOCSPX-'],
    pattern: key(String.raw`GOCSPX-[\w-]{28}`),
    why: 'Google OAuth client secret',
  },
  {
    kind: 'google-token',
    anchors: ['ya29.'],
    pattern: key(String.raw`ya29\.[\w-]{20,2000}`),
    why: 'Google OAuth access token',
  },
  {
    kind: 'npm-token',
    anchors: ['npm_'],
    pattern: key('npm_[A-Za-z0-9]{36}'),
    why: 'npm',
  },
  {
    kind: 'pypi-token',
    anchors: ['pypi-AgE'],
    pattern: key(String.raw`pypi-AgE[\w-]{50,250}`),
    why: 'PyPI upload token, a macaroon',
  },
  {
    kind: 'rubygems-key',
    anchors: ['rubygems_'],
    pattern: key('rubygems_[0-9a-f]{48}'),
    why: 'RubyGems',
  },
  {
    kind: 'docker-token',
    anchors: ['dckr_pat_', 'dckr_oat_'],
    pattern: key(String.raw`dckr_[po]at_[\w-]{27,40}`),
    why: 'Docker Hub',
  },
  {
    kind: 'digitalocean-token',
    anchors: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: key('do[opr]_v1_[0-9a-f]{64}'),
    why: 'DigitalOcean: personal, OAuth and refresh tokens',
  },
  {
    kind: 'databricks-token',
    anchors: ['dapi'],
    pattern: key(String.raw`dapi[0-9a-f]{32}(?:-\d)?`),
    why: 'Databricks',
  },
  {
    kind: 'vault-token',
    anchors: ['hvs.', 'hvb.'],
    pattern: key(String.raw`hv[sb]\.[\w-]{24,300}`),
    why: 'HashiCorp Vault: service and batch tokens',
  },
  {
    kind: 'supabase-key',
    anchors: ['sbp_', 'sb_secret_'],
    pattern: key(String.raw`(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,60})`),
    why: 'Supabase: personal and project secret',
  },
  {
    kind: 'grafana-token',
    anchors: ['glsa_', 'glc_'],
    pattern: key('(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2})'),
    why: 'Grafana: service account and cloud',
  },
  {
    kind: 'sentry-token',
    anchors: ['sntrys_', 'sntryu_'],
    pattern: key('sntry(?:u_[0-9a-f]{64}|s_[A-Za-z0-9+/_=-]{60,400})'),
    why: 'Sentry: user and organisation',
  },
  {
    kind: 'atlassian-token',
    anchors: ['ATATT3'],
    pattern: key('ATATT3[A-Za-z0-9_=-]{100,300}'),
    why: 'Atlassian',
  },
  {
    kind: 'linear-key',
    anchors: ['lin_api_'],
    pattern: key('lin_api_[A-Za-z0-9]{32,48}'),
    why: 'Linear',
  },
  {
    kind: 'notion-token',
    anchors: ['ntn_'],
    pattern: key('ntn_[A-Za-z0-9]{40,60}'),
    why: 'Notion',
  },
  {
    kind: 'figma-token',
    anchors: ['figd_'],
    pattern: key(String.raw`figd_[\w-]{36,60}`),
    why: 'Figma',
  },
  {
    kind: 'age-key',
    anchors: ['AGE-SECRET-KEY-1'],
    pattern: key('AGE-SECRET-KEY-1[A-Z0-9]{58}'),
    why: 'age file encryption, used by SOPS',
  },
  {
    kind: 'jwt',
    // Base 64 of `{"` and the first letter of a header field: alg, cty, enc, iss, jku, kid, typ, x5t, zip.
    anchors: [...'hjlpqr046'].map(letter => `eyJ${letter}`),
    pattern: key(String.raw`eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{0,2000}`),
    why: 'a signed token; its payload, too, is an object',
  },
])
