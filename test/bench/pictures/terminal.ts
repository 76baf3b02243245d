import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ready } from '@replywright/local/data-dir.ts'
import { type Exchange, terminalSvg } from './terminal-svg.ts'

const PICTURE = new URL('../../../docs/images/terminal.svg', import.meta.url)
const FIRST_PORT = 3000
/** Ends the command as Ctrl-C does, after it has forwarded a delivery. */
const LISTEN =
  'coproc ./replywright listen --webhook $WEBHOOK --forward-to http://127.0.0.1:3003/demo --since 1m; for line in 1 2; do read -r text <&${COPROC[0]}; echo "$text"; done; kill -INT $COPROC_PID; cat <&${COPROC[0]}'

/** Runs the first commands of README.md against a new service, and draws what they print: replaces docs/images/terminal.svg. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-terminal-'))
  const service = spawn(process.execPath, ['packages/local/src/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let welcome = ''
    for await (const chunk of service.stdout) {
      welcome += chunk
      if (welcome.includes('Ctrl-C')) break
    }
    const ready: Ready = JSON.parse(await readFile(join(dataDir, 'ready.json'), 'utf8'))
    const urls = [
      ready.baseUrl,
      ready.ingressUrl,
      ready.providerUrl,
      ready.receiverUrl,
      ready.modelUrl,
      ready.dashboardUrl,
    ]
    const env = {
      ...process.env,
      REPLYWRIGHT_BASE_URL: ready.baseUrl,
      REPLYWRIGHT_API_KEY: ready.apiKey,
      DATA_DIR: dataDir,
      WEBHOOK: ready.webhook.id,
      AGENT: ready.agent.id,
    }
    const usual = (text: string) =>
      urls.reduce((seen, url, index) => seen.replaceAll(new URL(url).host, `127.0.0.1:${FIRST_PORT + index}`), text)
    const actual = (text: string) =>
      urls.reduce((seen, url, index) => seen.replaceAll(`127.0.0.1:${FIRST_PORT + index}`, new URL(url).host), text)
    /** Runs a command, as `run` does if it is another one. */
    const exchange = async (command: string, run = command): Promise<Exchange> => {
      const { stdout } = await promisify(execFile)('bash', ['-c', actual(run)], { env })
      return { command, output: usual(stdout) }
    }
    const [, message = ''] = /^(curl -X POST [\s\S]*?)\n```/m.exec(await readFile('README.md', 'utf8')) ?? []
    const addresses = /Ready in[\s\S]*(?=\n\nSend a message)/.exec(welcome)?.[0] ?? ''
    const exchanges = [
      { command: 'npm start', output: usual(addresses.replace(/^ *(API key|Sign in as).*\n/gm, '')) },
      await exchange(message.replace('curl ', 'curl -sS ')),
      await exchange(
        './replywright listen --webhook $WEBHOOK --forward-to http://127.0.0.1:3003/demo --since 1m',
        LISTEN,
      ),
      await exchange('echo "Where is my order?" | npm run --silent ops -- chat --agent $AGENT'),
    ]
    await writeFile(PICTURE, terminalSvg(exchanges))
  } finally {
    service.kill('SIGTERM')
    await once(service, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}
