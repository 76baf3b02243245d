import { synthesize } from '@messaging/infra/synth.ts'
import { LOCAL_CONTEXT } from '@messaging/local/local-context.ts'

/** Synthesizes the app of the local stage with retries after one second into `outdir`, with further context values. */
export async function synthesizeLocal(outdir: string, context: Readonly<Record<string, string>> = {}): Promise<string> {
  const retries = { retryDelaysSeconds: '1,1,1', modelRetryDelaysSeconds: '1,1,1' }
  return await synthesize({ outdir, context: { ...LOCAL_CONTEXT, ...retries, ...context } })
}
