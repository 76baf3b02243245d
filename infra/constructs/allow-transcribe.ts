import type { Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

/** Allows to transcribe voice messages with Amazon Transcribe, if languages are set, and passes them as `TRANSCRIBE_LANGUAGES`. */
export function allowTranscribe(caller: ServiceFunction, { transcribeLanguages }: Settings): void {
  if (transcribeLanguages === '') return
  caller.allow(
    { actions: ['transcribe:StartStreamTranscription'], resources: ['*'] },
    { TRANSCRIBE_LANGUAGES: transcribeLanguages },
  )
  acknowledge(caller, 'AwsSolutions-IAM5[Resource::*]', 'A stream has no resource.')
}
