import { synthesize } from '@replywright/infra/synth.ts'
import { LOCAL_CONTEXT } from '@replywright/local/local-context.ts'

/**
 * Retries are after one second. On a busy machine, responses of tests' endpoints can take more than a second. Requests are
 * not recorded, so that budgets are those of the default on AWS.
 */
const FOR_TESTS = {
  retryDelaysSeconds: '1,1,1',
  modelRetryDelaysSeconds: '1,1,1',
  slowResponseMilliseconds: '4000',
  requestLog: 'false',
}

/** Synthesizes the app of the local stage for tests into `outdir`, with further context values. */
export async function synthesizeLocal(outdir: string, context: Readonly<Record<string, string>> = {}): Promise<string> {
  return await synthesize({ outdir, context: { ...LOCAL_CONTEXT, ...FOR_TESTS, ...context } })
}
