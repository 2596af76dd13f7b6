/** What the keys of model providers look like, as data. */
import { keyShape, noName, type SecretShape } from './secret-shape.ts'

export const modelKeyShapes = (): readonly SecretShape[] => [
  keyShape(
    'anthropic-key',
    'sk-ant-',
    String.raw`sk-ant-[a-z]{2,10}\d{2}-${noName}[\w-]{20,200}`,
    'Anthropic: sk-ant-api03-…, sk-ant-admin01-…, sk-ant-oat01-…',
  ),
  keyShape(
    'openai-key',
    'sk-proj- sk-svcacct- sk-admin- sk-None-',
    String.raw`sk-(?:proj|svcacct|admin|None)-${noName}[\w-]{20,250}`,
    'OpenAI keys that name their owner',
  ),
  keyShape('openrouter-key', 'sk-or-v1-', 'sk-or-v1-[0-9a-f]{64}', 'OpenRouter'),
  keyShape(
    'openai-key',
    'sk-',
    `sk-${noName}[A-Za-z0-9]{32,64}`,
    'OpenAI before 2024 and the many services that copied the shape',
  ),
  keyShape(
    'huggingface-token',
    'hf_ api_org_',
    '(?:hf|api_org)_[A-Za-z0-9]{34,40}',
    'Hugging Face: user and organisation',
  ),
  keyShape('groq-key', 'gsk_', 'gsk_[A-Za-z0-9]{48,60}', 'Groq'),
  keyShape('xai-key', 'xai-', 'xai-[A-Za-z0-9]{70,90}', 'xAI'),
  keyShape('perplexity-key', 'pplx-', 'pplx-[A-Za-z0-9]{40,64}', 'Perplexity'),
  keyShape('nvidia-key', 'nvapi-', String.raw`nvapi-${noName}[\w-]{60,80}`, 'NVIDIA'),
  keyShape('langsmith-key', 'lsv2_', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}', 'LangSmith'),
]
