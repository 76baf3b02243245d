import { soak } from '../faults/soak/soak.ts'
import { printFindings } from './judge.ts'

const MESSAGES = 10_000
const KILLS = 5

/**
 * Sends 10,000 messages to three webhooks, one of which fails 30 % at random, while the process is killed at five
 * random moments. `npm run bench -- soak [messages]`.
 */
export async function run([messages = String(MESSAGES)]: readonly string[]): Promise<void> {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
  const findings = await soak({
    messages: Number(messages),
    kills: KILLS,
    failShare: 0.3,
    senders: 20,
    onProgress: (line) => process.stderr.write(`  ${seconds().padStart(4)} s  ${line}\n`),
  })
  printFindings(findings)
}
