/** What keys and tokens of services look like, as data. */
import { lazily } from '../../tokens/lazily.ts'
import { key, keyShape, type SecretShape, withUpperOrDigit } from './secret-shape.ts'

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
  // AWS access key id: it names the secret key beside it, and is base 32.
  keyShape('aws-access-key', 'AKIA ASIA ABIA ACCA', 'A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}'),
  // Amazon Bedrock long-lived key: base 64 of `BedrockAPIKey-…`.
  keyShape('aws-bedrock-key', 'ABSKQmVkcm9ja0FQSUtleS', 'ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/]{40,260}={0,2}'),
  // GitHub: personal, OAuth, user, server and refresh tokens; newer ones go on as a JWT does.
  keyShape(
    'github-token',
    'ghp_ gho_ ghu_ ghs_ ghr_',
    String.raw`gh[pousr]_\w{36,600}(?:\.[\w-]{10,1000}){0,2}`,
  ),
  // GitHub fine-grained personal token.
  keyShape('github-token', 'github_pat_', String.raw`github_pat_\w{40,255}`),
  // GitLab: personal, deploy, runner, trigger, job, feed, OAuth and agent tokens.
  keyShape(
    'gitlab-token',
    'glpat- gldt- glrt- glptt- glcbt- glft- glsoat- glimt- glagent-',
    String.raw`gl(?:pat|dt|rt|ptt|cbt|ft|soat|imt|agent)-${withUpperOrDigit}[\w-]{20,300}(?:\.\w{2}\.\w{9})?`,
  ),
  // Slack: bot, user, app, refresh and browser tokens.
  keyShape(
    'slack-token',
    'xoxa- xoxb- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-',
    String.raw`(?:xoxe\.)?(?:xox[abcdeoprs]|xapp)-${withUpperOrDigit}[A-Za-z0-9%-]{16,300}`,
  ),
  // Anyone who knows the path may post.
  {
    kind: 'slack-webhook',
    anchors: ['hooks.slack.com/'],
    pattern: lazily(
      () => /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9_/]{20,100})/y,
    ),
  },
  // Anyone who knows the path may post.
  {
    kind: 'discord-webhook',
    anchors: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    pattern: lazily(() => /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/(?<secret>[\w-]{50,100})/y),
  },
  // Telegram bot: its number, a colon, 35 characters.
  {
    kind: 'telegram-token',
    anchors: [':AAE', ':AAF', ':AAG', ':AAH'],
    pattern: lazily(() => /(?<=(?<!\d)\d{8,10}):(?<secret>AA[\w-]{33})(?![\w-])/y),
  },
  // Stripe: secret and restricted keys.
  keyShape('stripe-key', 'sk_live_ rk_live_ sk_test_ rk_test_', '[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}'),
  // Stripe and Svix sign webhooks with it.
  keyShape('webhook-secret', 'whsec_', 'whsec_[A-Za-z0-9+/]{24,100}={0,2}'),
  keyShape('square-token', 'sq0atp- sq0csp-', String.raw`sq0(?:atp|csp)-[\w-]{22,60}`),
  // Shopify: admin, custom app, private app, shared secret.
  keyShape('shopify-token', 'shpat_ shpca_ shppa_ shpss_', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  // Twilio: the id of an API key, in lower case behind an SK that no hash begins with.
  {
    kind: 'twilio-key',
    anchors: [...'0123456789abcdef'].map(digit => `SK${digit}`),
    pattern: key('SK(?=[0-9]{0,31}[a-f])(?=[a-f]{0,31}[0-9])[0-9a-f]{32}'),
  },
  // Doppler: CLI, personal, service (which may name its config), account, SCIM and audit tokens.
  keyShape(
    'doppler-token',
    'dp.ct. dp.pt. dp.st. dp.sa. dp.scim. dp.audit.',
    String.raw`dp\.(?:(?:ct|pt|sa|scim|audit)|st(?:\.[a-z0-9][a-z0-9_-]{1,34})?)\.[A-Za-z0-9]{40,44}`,
  ),
  // Discord bot: its number in base 64, a time and a signature.
  {
    kind: 'discord-token',
    anchors: discordAnchors(),
    before: 1,
    pattern: key(String.raw`(?:${discordDigits}){5,6}[A-Za-z0-9]{0,3}\.[\w-]{6}\.[\w-]{27,40}`),
  },
  // SendGrid: id and secret, each after a dot.
  keyShape('sendgrid-key', 'SG.', String.raw`SG\.[\w-]{16,32}\.[\w-]{32,64}`),
  keyShape('mailgun-key', 'key-', 'key-[0-9a-f]{32}'),
  // Google Cloud, Maps, Firebase, Gemini.
  keyShape('google-key', 'AIza', String.raw`AIza[\w-]{35}`),
  // Google OAuth client secret.
  keyShape('google-secret', 'GOCSPX-', String.raw`GOCSPX-[\w-]{28}`),
  // Google OAuth access token.
  keyShape('google-token', 'ya29.', String.raw`ya29\.[\w-]{20,2000}`),
  keyShape('npm-token', 'npm_', 'npm_[A-Za-z0-9]{36}'),
  // PyPI upload token, a macaroon.
  keyShape('pypi-token', 'pypi-AgE', String.raw`pypi-AgE[\w-]{50,250}`),
  keyShape('rubygems-key', 'rubygems_', 'rubygems_[0-9a-f]{48}'),
  keyShape('docker-token', 'dckr_pat_ dckr_oat_', String.raw`dckr_[po]at_[\w-]{27,40}`),
  // DigitalOcean: personal, OAuth and refresh tokens.
  keyShape('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[0-9a-f]{64}'),
  keyShape('databricks-token', 'dapi', String.raw`dapi[0-9a-f]{32}(?:-\d)?`),
  // HashiCorp Vault: service and batch tokens.
  keyShape('vault-token', 'hvs. hvb.', String.raw`hv[sb]\.[\w-]{24,300}`),
  // Supabase: personal and project secret.
  keyShape('supabase-key', 'sbp_ sb_secret_', String.raw`(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,60})`),
  // Grafana: service account and cloud.
  keyShape(
    'grafana-token',
    'glsa_ glc_',
    '(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2})',
  ),
  // Sentry: user and organisation.
  keyShape('sentry-token', 'sntrys_ sntryu_', 'sntry(?:u_[0-9a-f]{64}|s_[A-Za-z0-9+/_=-]{60,400})'),
  keyShape('atlassian-token', 'ATATT3', 'ATATT3[A-Za-z0-9_=-]{100,300}'),
  keyShape('linear-key', 'lin_api_', 'lin_api_[A-Za-z0-9]{32,48}'),
  keyShape('notion-token', 'ntn_', 'ntn_[A-Za-z0-9]{40,60}'),
  keyShape('figma-token', 'figd_', String.raw`figd_[\w-]{36,60}`),
  // Of the program age, which SOPS uses.
  keyShape('age-key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  // A signed token; its payload, too, is an object.
  {
    kind: 'jwt',
    // Base 64 of `{"` and the first letter of a header field: alg, cty, enc, iss, jku, kid, typ, x5t, zip.
    anchors: [...'hjlpqr046'].map(letter => `eyJ${letter}`),
    pattern: key(String.raw`eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{0,2000}`),
  },
])

/** What the keys of model providers look like, as data. */
const modelKeyShapes = (): readonly SecretShape[] => [
  // Anthropic: `sk-ant-api03-…`, `sk-ant-admin01-…`, `sk-ant-oat01-…`.
  keyShape('anthropic-key', 'sk-ant-', String.raw`sk-ant-[a-z]{2,10}\d{2}-${withUpperOrDigit}[\w-]{20,200}`),
  // OpenAI keys that name their owner.
  keyShape(
    'openai-key',
    'sk-proj- sk-svcacct- sk-admin- sk-None-',
    String.raw`sk-(?:proj|svcacct|admin|None)-${withUpperOrDigit}[\w-]{20,250}`,
  ),
  keyShape('openrouter-key', 'sk-or-v1-', 'sk-or-v1-[0-9a-f]{64}'),
  // OpenAI before 2024 and the many services that copied the shape.
  keyShape('openai-key', 'sk-', `sk-${withUpperOrDigit}[A-Za-z0-9]{32,64}`),
  // Hugging Face: user and organisation.
  keyShape('huggingface-token', 'hf_ api_org_', '(?:hf|api_org)_[A-Za-z0-9]{34,40}'),
  keyShape('groq-key', 'gsk_', 'gsk_[A-Za-z0-9]{48,60}'),
  keyShape('xai-key', 'xai-', 'xai-[A-Za-z0-9]{70,90}'),
  keyShape('perplexity-key', 'pplx-', 'pplx-[A-Za-z0-9]{40,64}'),
  keyShape('nvidia-key', 'nvapi-', String.raw`nvapi-${withUpperOrDigit}[\w-]{60,80}`),
  keyShape('langsmith-key', 'lsv2_', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'),
]
