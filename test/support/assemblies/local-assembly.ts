import { synthesize } from '@messaging/infra/synth.ts'

/** Synthesizes the app of the local stage with retries after one second into `outdir`, with further context values. */
export async function synthesizeLocal(outdir: string, context: Readonly<Record<string, string>> = {}): Promise<string> {
  return await synthesize({
    outdir,
    context: {
      stage: 'local',
      allowPrivateDestinations: 'true',
      statisticsDelaySeconds: '1',
      selfSignUp: 'true',
      mailFrom: 'messaging@example.com',
      requireOperatorMfa: 'false',
      erasurePauseSeconds: '2',
      retryDelaysSeconds: '1,1,1',
      modelRetryDelaysSeconds: '1,1,1',
      ...context,
    },
  })
}
