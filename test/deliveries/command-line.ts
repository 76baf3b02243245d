import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, vi } from 'vitest'
import { bundleCli } from '../../packages/client/build/bundle.ts'

const WAIT = { timeout: 90_000, interval: 20 }

export type CommandLine = Awaited<ReturnType<typeof bundleCommandLine>>

/** Bundles the client's command line as it is published, and runs it in processes of its own. */
export async function bundleCommandLine() {
  const directory = await mkdtemp(join(tmpdir(), 'client-cli-'))
  const file = join(directory, 'cli.mjs')
  await bundleCli(file)
  return {
    /** Starts a command. `env` is its whole environment. */
    start(args: readonly string[], env: Record<string, string>) {
      const running = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      let output = ''
      running.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
      return {
        output: () => output,
        printed: (text: string) => vi.waitFor(() => expect(output).toContain(text), WAIT),
        /** Does what Ctrl-C does. Returns the exit code. */
        async interrupt(): Promise<number | null> {
          running.kill('SIGINT')
          const [code]: (number | null)[] = await once(running, 'close')
          return code ?? null
        },
      }
    },
    /** Starts an MCP server, and connects to it as an assistant does. */
    async connectAssistant(args: readonly string[], { baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
      const client = new Client({ name: 'assistant', version: '1.0.0' })
      const env = { REPLYWRIGHT_BASE_URL: baseUrl, REPLYWRIGHT_API_KEY: apiKey }
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [file, 'mcp', ...args], env }))
      return {
        toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
        /** Calls a tool. Returns its result. */
        async call(name: string, input: Record<string, unknown>): Promise<unknown> {
          const { content, isError } = await client.callTool({ name, arguments: input })
          const [part] = content
          if (part?.type !== 'text' || isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
          return JSON.parse(part.text)
        },
        [Symbol.asyncDispose]: () => client.close(),
      }
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}
