import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, maxCharacters, Uuid, wellFormed } from '../fields.ts'
import { ReplyTo } from '../message-objects.ts'
import { Message } from '../messages.ts'
import { Limit } from '../page.ts'
import { Author, EffectiveMode, InboxConversation } from './conversations.ts'
import { forBrowsers } from './fields.ts'

const THREAD_LIMIT = '50'
const LONGEST_CAPTION = 1024
const LONGEST_FILE_NAME = 200
const LONGEST_NOTE = 4000

export const ThreadMessage = v.object({
  ...Message.entries,
  media: v.array(
    v.object({
      url: v.string(),
      mimeType: v.string(),
      name: v.nullable(v.string()),
      uploadId: v.pipe(
        v.nullable(v.string()),
        v.description('The upload of a member, with which the file can be sent again. Null for other files.'),
      ),
    }),
  ),
  author: v.pipe(
    v.nullable(Author),
    v.description('Who wrote a message with the role `human`; null for other roles and for older messages.'),
  ),
  marked: v.pipe(
    v.nullable(v.object({ by: Author, at: DateTime })),
    v.description('The person who set the status, because the provider had not reported it.'),
  ),
  sessionId: v.pipe(v.nullable(v.string()), v.description('An agent knows the messages of its session only.')),
  position: v.pipe(
    v.string(),
    v.description('Sorts the messages of a conversation as they arrived. Ids of the same second have no order.'),
  ),
})
export type ThreadMessage = v.InferOutput<typeof ThreadMessage>

const Named = v.nullable(v.object({ id: Uuid, name: v.string() }))

/** A change of the conversation that is shown between its messages. */
export const ThreadEvent = v.object({
  id: Uuid,
  kind: v.picklist([
    'taken-over',
    'handed-back',
    'routed',
    'human-needed',
    'note',
    'done',
    'reopened',
    'agent-connected',
    'control-taken',
    'control-passed',
  ]),
  at: DateTime,
  author: Author,
  until: v.pipe(v.nullable(DateTime), v.description('The end of a takeover.')),
  mode: EffectiveMode,
  webhook: Named,
  agent: Named,
  reason: v.pipe(
    v.nullable(v.string()),
    v.description('Why the agent asked for a person, or what the one says who gave the control away.'),
  ),
  summary: v.pipe(v.nullable(v.string()), v.description('What the customer wants, in the words of the agent.')),
  text: v.pipe(v.nullable(v.string()), v.description('An internal note. Customers and agents never see it.')),
})
export type ThreadEvent = v.InferOutput<typeof ThreadEvent>

export const ThreadConversation = v.object({
  ...InboxConversation.entries,
  createdAt: DateTime,
  /** Another member who is writing a message; null if nobody is. */
  writing: v.nullable(Author),
})
export type ThreadConversation = v.InferOutput<typeof ThreadConversation>

export const getThread = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/conversations/{id}/thread/',
  query: v.object({
    limit: v.optional(Limit, THREAD_LIMIT),
    before: v.pipe(v.optional(v.string()), v.description('Returns messages older than this id.')),
    after: v.pipe(v.optional(v.string()), v.description('Returns messages newer than this id. Reads less.')),
    event: v.pipe(
      v.optional(v.string()),
      v.description('The newest known event. With `after`, only newer events are read.'),
    ),
  }),
  response: v.object({
    conversation: ThreadConversation,
    messages: v.pipe(v.array(ThreadMessage), v.description('Newest first, in descending `position`.')),
    events: v.pipe(
      v.array(ThreadEvent),
      v.description('Those between the returned messages, newest first; with `after`, those newer than `event`.'),
    ),
    hasMore: v.pipe(v.boolean(), v.description('Older messages exist; with `after`, newer ones.')),
  }),
})
export type ThreadPage = v.InferOutput<typeof getThread.response>

const FileName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  maxCharacters(LONGEST_FILE_NAME),
  wellFormed,
)

export const addNote = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/notes/',
  body: v.object({
    text: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_NOTE), wellFormed),
  }),
  status: 201,
  response: ThreadEvent,
})

/** Tells the other members that the caller is writing a message. It holds for 20 seconds. */
export const noteWriting = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: '/dashboard-api/v1/conversations/{id}/writing/',
  body: v.object({ isWriting: v.boolean() }),
})

export const closeConversation = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/done/',
  body: v.object({
    isDone: v.pipe(
      v.boolean(),
      v.description('True also hands the conversation back to the agent. A new message of the customer reopens it.'),
    ),
  }),
  response: ThreadEvent,
})

/** Lets the connected agent answer what the customer has written since the last message to them. */
export const requestAnswer = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/answer/',
  audit: { action: 'request_answer', object: 'conversation' },
})

export const createUpload = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/uploads/',
  body: v.object({
    name: FileName,
    size: v.pipe(v.number(), v.integer('must be a whole number of bytes'), v.minValue(1, 'must be at least 1')),
    mimeType: v.string(),
  }),
  status: 201,
  response: v.object({ id: Uuid, url: v.string(), fields: v.record(v.string(), v.string()) }),
})

export const sendUpload = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/files/',
  body: v.object({
    uploadId: Uuid,
    name: FileName,
    caption: v.optional(v.pipe(v.string(), maxCharacters(LONGEST_CAPTION), wellFormed)),
    replyTo: ReplyTo,
  }),
  status: 201,
  response: ThreadMessage,
  audit: { action: 'send', object: 'conversation' },
})

/**
 * The outcome of a message is unknown for good after this time. Then a person can mark it, and a person's
 * message can be sent again.
 */
export const UNCONFIRMED_AFTER_MS = 120_000

export const resendMessage = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/resend/',
  body: v.object({ messageId: Uuid }),
  status: 201,
  response: ThreadMessage,
  audit: { action: 'send', object: 'conversation' },
})

const MARKED_OUTCOMES = ['delivered', 'failed'] as const
export type MarkedOutcome = (typeof MARKED_OUTCOMES)[number]

/** Sets the status of a message whose outcome is unknown, without sending it. */
export const markMessage = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/conversations/{id}/mark/',
  body: v.object({ messageId: Uuid, outcome: v.picklist(MARKED_OUTCOMES) }),
  response: ThreadMessage,
  audit: { action: 'mark', object: 'conversation' },
})
