import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Listening {
  port: number
  /** Without a trailing slash. */
  url: string
  /** Rejects new connections and closes open ones. */
  close(): Promise<void>
}

/** Serves on 127.0.0.1; port 0 selects a free one. A handler's error is a 500 with its message for tests and people. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
): Promise<Listening> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      answer(response, { status: 500, body: { error: String(error) } })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The response of a handler. A string is HTML, bytes are sent unchanged, anything else is JSON. */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export function answer(response: ServerResponse, { status, body, headers }: Reply): void {
  if (body === undefined) return void response.writeHead(status, headers).end()
  const [type, payload] =
    typeof body === 'string'
      ? ['text/html; charset=utf-8', body]
      : Buffer.isBuffer(body)
        ? ['application/octet-stream', body]
        : ['application/json; charset=utf-8', `${JSON.stringify(body)}\n`]
  response.writeHead(status, { 'content-type': type, ...headers }).end(payload)
}

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.2rem; font-weight: 600 }
  article { border: 1px solid #8884; border-radius: .5rem; margin: 1rem 0; overflow: hidden }
  header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .5rem .75rem; background: #8881; align-items: baseline }
  header strong { font-weight: 600 }
  header .verdict { margin-left: auto }
  .good { color: #16803c } .bad { color: #c02626 }
  code, pre { font: 12px/1.5 ui-monospace, monospace }
  pre { margin: 0; padding: .75rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
  p { opacity: .7 }`

/** Builds a page of articles that reloads every two seconds. `articles` is HTML; `empty` is shown without articles. */
export function htmlPage(page: {
  readonly title: string
  readonly heading: string
  readonly articles: readonly string[]
  readonly empty: string
}): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>${escapeHtml(page.title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(page.heading)}</h1>
${page.articles.join('\n') || `<p>${escapeHtml(page.empty)}</p>`}
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
