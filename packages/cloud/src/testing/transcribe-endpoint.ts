import { transcribeService } from '../transcribe/transcribe-service.ts'
import { startEndpoint } from './endpoint.ts'

/** Starts Amazon Transcribe alone (`startEndpoint`). */
export async function startTranscribe() {
  return await startEndpoint('transcribe', transcribeService)
}
