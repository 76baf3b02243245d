import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('app.ts', import.meta.url))

/**
 * Synthesizes the app into `outdir`, which is emptied first, and answers `outdir`.
 * It skips the CDK's own validation of templates, which takes seconds; `cdk synth` does not.
 * @throws Error with what the app wrote to stderr
 */
export async function synthesize({
  outdir,
  context,
}: {
  outdir: string
  context: Readonly<Record<string, unknown>>
}): Promise<string> {
  await rm(outdir, { recursive: true, force: true })
  const child = spawn(process.execPath, [app], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false',
    },
  })
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [status, complaint] = await Promise.all([exited, text(child.stderr)])
  if (status !== 0) throw new Error(`The app could not be synthesized:\n${complaint.trim()}`)
  return outdir
}
