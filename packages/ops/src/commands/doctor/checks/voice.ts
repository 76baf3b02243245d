import { checkTranscribe } from '@messaging/core/agents/models/transcribe-on-aws.ts'
import { type Check, deploy, fails, notApplicable, ok } from '@messaging/core/operations/doctor/finding.ts'
import { exportCredentials } from '../../../export-credentials.ts'

export const voiceCheck: Check = {
  name: 'voice',
  rights: ['transcribe:StartStreamTranscription'],
  async run(deployment) {
    const { TRANSCRIBE_LANGUAGES: languages, AWS_REGION: region } = process.env
    if (!languages) return notApplicable('voice messages are transcribed by the model server, if there is one')
    await exportCredentials()
    try {
      await checkTranscribe(languages, deployment.signal)
      return ok(`Amazon Transcribe in ${region} hears ${languages}`)
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      return fails(
        `Amazon Transcribe in ${region} refuses streams: ${reason}`,
        deploy(deployment, 'transcribeLanguages=… (languages and regions: docs/deploy.md)'),
      )
    }
  },
}
