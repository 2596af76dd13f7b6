/** A provider on this machine: answers "Understood." in the words of four APIs, and keeps what it was asked. */
import { createServer } from 'node:http'

const text = 'Understood.'

const answers = [
  [
    /\/messages$/,
    () => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'local',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 5 },
    }),
  ],
  [
    /\/chat\/completions$/,
    () => ({
      id: 'chat_1',
      object: 'chat.completion',
      created: 1,
      model: 'local',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 },
    }),
  ],
  [
    /\/responses$/,
    () => ({
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'local',
      status: 'completed',
      output: [
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 100, output_tokens: 5, total_tokens: 105 },
    }),
  ],
  [
    /:generateContent$/,
    () => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 105 },
    }),
  ],
]

/** `requests` holds the body of each request, as JSON text. */
export async function startProvider() {
  const requests = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(body)
    const path = new URL(request.url, 'http://local').pathname
    const answer = answers.find(([route]) => route.test(path))?.[1]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? { error: { message: `no route ${path}` } }))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
