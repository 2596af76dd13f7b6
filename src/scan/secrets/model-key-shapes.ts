/** What the keys of model providers look like, as data. */
import { key, noName, type SecretShape } from './secret-shape.ts'

export const modelKeyShapes = (): readonly SecretShape[] => [
  {
    kind: 'anthropic-key',
    anchors: ['sk-ant-'],
    pattern: key(String.raw`sk-ant-[a-z]{2,10}\d{2}-${noName}[\w-]{20,200}`),
    why: 'Anthropic: sk-ant-api03-…, sk-ant-admin01-…, sk-ant-oat01-…',
  },
  {
    kind: 'openai-key',
    anchors: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    pattern: key(String.raw`sk-(?:proj|svcacct|admin|None)-${noName}[\w-]{20,250}`),
    why: 'OpenAI keys that name their owner',
  },
  {
    kind: 'openrouter-key',
    anchors: ['sk-or-v1-'],
    pattern: key('sk-or-v1-[0-9a-f]{64}'),
    why: 'OpenRouter',
  },
  {
    kind: 'openai-key',
    anchors: ['sk-'],
    pattern: key(`sk-${noName}[A-Za-z0-9]{32,64}`),
    why: 'OpenAI before 2024 and the many services that copied the shape',
  },
  {
    kind: 'huggingface-token',
    anchors: ['hf_', 'api_org_'],
    pattern: key('(?:hf|api_org)_[A-Za-z0-9]{34,40}'),
    why: 'Hugging Face: user and organisation',
  },
  {
    kind: 'groq-key',
    anchors: ['gsk_'],
    pattern: key('gsk_[A-Za-z0-9]{48,60}'),
    why: 'Groq',
  },
  { kind: 'xai-key', anchors: ['xai-'], pattern: key('xai-[A-Za-z0-9]{70,90}'), why: 'xAI' },
  { kind: 'perplexity-key', anchors: ['pplx-'], pattern: key('pplx-[A-Za-z0-9]{40,64}'), why: 'Perplexity' },
  {
    kind: 'nvidia-key',
    anchors: ['nvapi-'],
    pattern: key(String.raw`nvapi-${noName}[\w-]{60,80}`),
    why: 'NVIDIA',
  },
  {
    kind: 'langsmith-key',
    anchors: ['lsv2_'],
    pattern: key('lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'),
    why: 'LangSmith',
  },
]
