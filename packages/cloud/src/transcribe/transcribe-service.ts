import type { Call, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import { ServiceError } from '../service-error.ts'
import { areSigned, decodeMessages, encodeMessage } from './event-stream.ts'

const EVENT_STREAM = 'application/vnd.amazon.eventstream'
const ENCODINGS = ['ogg-opus', 'pcm', 'flac']
const LEAST_RATE = 8000
const HIGHEST_RATE = 48_000

/**
 * Builds Amazon Transcribe's streaming with `StartStreamTranscription` over HTTP/2, in one of several languages. It says
 * how many bytes it heard, in the first language.
 */
export function transcribeService(secretOf: (accessKeyId: string) => string | undefined): Service {
  return {
    actions: ['StartStreamTranscription'],
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalFailureException'],
      throttled: [429, 'LimitExceededException', 'You have reached your limit of concurrent streams.'],
    },
    error: (_, status, code, message) => restJsonError(status, code, message),
    access({ method, url }) {
      if (method !== 'POST' || url.pathname !== '/stream-transcription')
        throw new ServiceError(404, 'NotFoundException', `${method} ${url.pathname} is not supported`)
      const action = 'StartStreamTranscription'
      return { action, needs: [{ action: `transcribe:${action}`, resource: '*' }] }
    },
    async handle(call) {
      const [language = ''] = languagesOf(call)
      const { authorization = '' } = call.headers
      const messages = decodeMessages(call.body)
      if (!areSigned(messages, { authorization, secret: secretOf(call.accessKeyId) ?? '' }))
        throw new ServiceError(403, 'InvalidSignatureException', 'A signature of the event stream does not match')
      const sound = messages.flatMap(({ body }) => (body.length > 0 ? decodeMessages(body) : []))
      const heard = sound.reduce((sum, { body }) => sum + body.length, 0)
      return {
        status: 200,
        headers: { 'content-type': EVENT_STREAM },
        // As Amazon Transcribe, first a part of what was said.
        body: Buffer.concat([
          transcriptEvent('A voice', true, language),
          transcriptEvent(`A voice message of ${heard} bytes.`, false, language),
        ]),
      }
    },
  }
}

/** Checks the request as Amazon Transcribe does. Returns the languages that it may identify. */
function languagesOf({ headers }: Pick<Call, 'headers'>): string[] {
  const of = (name: string) => String(headers[`x-amzn-transcribe-${name}`] ?? '')
  const rate = Number(of('sample-rate'))
  const languages = of('language-options').split(',')
  if (!ENCODINGS.includes(of('media-encoding'))) throw invalid(`media-encoding must be one of ${ENCODINGS.join(', ')}`)
  if (!(rate >= LEAST_RATE && rate <= HIGHEST_RATE)) throw invalid('sample-rate is invalid')
  if (of('identify-language') !== 'true' || languages.length < 2)
    throw invalid('identify-language requires language-options with at least two languages')
  return languages
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, 'BadRequestException', message)
}

function transcriptEvent(text: string, isPartial: boolean, language: string): Buffer {
  const result = { IsPartial: isPartial, LanguageCode: language, Alternatives: [{ Transcript: text }] }
  const headers = { ':message-type': 'event', ':event-type': 'TranscriptEvent', ':content-type': 'application/json' }
  return encodeMessage(headers, Buffer.from(JSON.stringify({ Transcript: { Results: [result] } })))
}
