import type { Readable } from 'node:stream'
import type { MESSAGE_STATUSES } from '@replywright/contract/causes.ts'
import type { ControlHolder } from '@replywright/contract/control-holder.ts'
import type { ErrorCode } from '@replywright/contract/errors.ts'
import type { MediaKind } from '@replywright/contract/media-types.ts'
import type { TemplateComponent } from '@replywright/contract/message-objects.ts'
import type { MessagePricing } from '@replywright/contract/pricing.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import type { HealthChange, RaisedProblem } from './numbers/health.ts'

/** What a channel knows of a business number. */
export interface ChannelNumber {
  /** The channel's id, with the channel's prefix. */
  readonly phoneNumberId: string
  readonly organizationId: string
  /** The account at the channel; absent on a sandbox number. */
  readonly accountId?: string | undefined
  readonly sandbox: boolean
}

/** A messaging channel. Its adapter translates between the channel's API and these types. */
export interface Channel {
  /** Lower-case letters: the path of the channel's webhooks, and the prefix of its numbers' ids (`capabilities.ts`). */
  readonly name: string
  /** Returns the response to the handshake of a webhook, or undefined if the handshake is not valid. */
  respondToHandshake(query: WebhookRequest['query'], now: EpochMs): Promise<string | undefined>
  /** Returns whether the channel sent a webhook. */
  isAuthentic(request: WebhookRequest, now: EpochMs): Promise<boolean>
  /**
   * Returns all events of a webhook in order, or undefined if the body cannot be parsed. Never throws: an event with an
   * unexpected shape is `unreadable`. `now` is the time of what has none. @default the current time
   */
  readWebhook(body: Buffer, now?: EpochMs): ChannelEvent[] | undefined
  /**
   * Returns content that `fitContent` accepted as the customer receives it, with all that the message consists of: later
   * nothing is looked up. Preparing it again changes nothing.
   * @throws ServiceError 400 for content that the channel would refuse, with the path in the body of the send endpoint
   */
  prepare(number: ChannelNumber, content: OutboundContent, now: EpochMs): Promise<OutboundContent>
  /**
   * Returns the function that sends a message of a number. Everything that can fail without the channel fails here.
   * @throws ServiceError 502 for a number without access to the channel
   */
  openSender(number: ChannelNumber, now: EpochMs): Promise<Send>
  /** Returns if the channel works for a number. @throws ServiceError `upstream_error` if it does not */
  requireWorking(number: ChannelNumber, now: EpochMs): Promise<void>
  /** Marks a customer's message as read and shows the typing indicator. The caller ignores errors. */
  showTyping(number: ChannelNumber, waId: string, now: EpochMs): Promise<void>
  /**
   * Opens a customer's file. Its bytes can be read until `signal` aborts.
   * @throws ServiceError 404 if the channel does not have the file any more; 502 if it is too large or unavailable
   */
  openMedia(number: ChannelNumber, file: InboundFile, now: EpochMs, signal: AbortSignal): Promise<OpenedMedia>
  /**
   * Takes or passes the control of a conversation with a customer. Absent if no other agent can be on a number of the channel.
   * @throws ServiceError if the channel refuses it or does not answer
   */
  control?(number: ChannelNumber, to: OutboundMessage['to'], change: ControlAction, now: EpochMs): Promise<void>
  /**
   * Asks the channel how it judges a number now. A notice of the answer lifts what no longer exists. Absent if the channel does not judge
   * numbers. @throws ServiceError if the channel does not answer
   */
  inspect?(number: ChannelNumber, now: EpochMs): Promise<ChannelNotice>
  /** Tells what ends at the channel. Absent if no end is known. */
  datedRules?(now: EpochMs): Promise<DatedRules>
  /**
   * Returns the request with which the channel would send a customer's message to the number of the canary. Absent if the canary
   * does not use the channel. @throws Error if the channel is not set up
   */
  composeCanary?(now: EpochMs): Promise<{ readonly body: string; readonly headers: Record<string, string> }>
  /** Describes the configuration for operators; undefined if it is missing and webhooks are rejected. */
  describeSetup(now: EpochMs): Promise<string | undefined>
}

/** Rules of a channel that end on a day. */
export interface DatedRules {
  /** What ends within 180 days, the first first: `in 54 days: Graph API v21.0 (not used by this stage)`. */
  readonly ends: readonly string[]
  /** What is wrong with the version of the channel's API that the deployment uses, if anything. */
  readonly problem?: string
  /** Whether calls can fail already. */
  readonly hasEnded: boolean
}

/** What differs between channels, known without a call. */
export interface Capabilities {
  /** For this time after a customer's message, free-form messages can be sent. Null if they always can be. */
  readonly windowSeconds: number | null
  readonly hasTemplates: boolean
  /**
   * The limits of a message with buttons, lengths in characters. More quick replies than `most` are the rows of a list.
   * Null if the channel has none: they are sent as text.
   */
  readonly buttons: {
    readonly most: number
    readonly longestLabel: number
    readonly mostRows: number
    readonly longestRow: number
    readonly longestText: number
  } | null
  /** The types of content beyond text, files, buttons and templates that can be sent. */
  readonly contentTypes: readonly (typeof CONTENT_TYPES)[number][]
  /** Returns the `detail` of an interactive message that asks customers for a hidden phone number. Absent if the channel has none. */
  numberRequest?(text: string): unknown
  /** Characters of a text message. */
  readonly longestText: number
  /** Characters of the caption of a picture, a video or a document. Absent if files have none. */
  readonly longestCaption?: number
  /** Whether each message costs something, so that replies are sent in as few as possible. @default false */
  readonly chargesMessages?: boolean
  /** How the channel marks formatted text. Absent if it shows plain text only. */
  readonly textStyle?: TextStyle
  /** The kinds of files that can be sent. */
  readonly mediaKinds: readonly MediaKind[]
  /** Whether statuses return the callback data of their message. If not, they are found by the channel's id. */
  readonly returnsCallbackData: boolean
  /** Returns a link that opens a chat with a number, with an optional text to send; `''` if there are no links. */
  customerLink(number: string, text?: string): string
}

/** The marks around formatted text; absent for what a channel does not format. */
export interface TextStyle {
  readonly bold?: string
  readonly italic?: string
  readonly strike?: string
  /** Code in a line, and blocks of code in lines of their own. */
  readonly code?: string
  readonly block?: string
  /** Before each line of a quotation. */
  readonly quote?: string
}

export interface WebhookRequest {
  readonly query: Readonly<Record<string, string | undefined>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw bytes. */
  readonly body: Buffer
}

/** One event in a webhook. */
export type ChannelEvent =
  | { readonly kind: 'message'; readonly message: InboundMessage; readonly raw: unknown }
  /** A message that the number's owner sent from the channel's own app, or another agent on the number. Its contact is the customer. */
  | {
      readonly kind: 'echo'
      readonly message: InboundMessage
      readonly by: 'owner' | 'other_agent'
      readonly raw: unknown
    }
  | { readonly kind: 'control'; readonly change: ControlChange; readonly raw: unknown }
  /** Messages of one customer from before the number was connected. None of them is answered. */
  | { readonly kind: 'history'; readonly messages: readonly HistoryMessage[]; readonly raw: unknown }
  | { readonly kind: 'contact'; readonly contact: PhoneContact; readonly raw: unknown }
  /** A message in a group, which this service does not answer. */
  | { readonly kind: 'group'; readonly phoneNumberId: string; readonly groupId: string; readonly raw: unknown }
  | { readonly kind: 'status'; readonly phoneNumberId: string; readonly status: StatusReport; readonly raw: unknown }
  | { readonly kind: 'payment'; readonly phoneNumberId: string; readonly payment: OrderPayment; readonly raw: unknown }
  | { readonly kind: 'template'; readonly template: TemplateEvent; readonly raw: unknown }
  | { readonly kind: 'preference'; readonly preference: Preference; readonly raw: unknown }
  | { readonly kind: 'notice'; readonly notice: ChannelNotice; readonly raw: unknown }
  /** A message or status that cannot be parsed; `reason` explains why. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly raw: unknown }
  /** An event that this service does not use. */
  | { readonly kind: 'ignored'; readonly field: string }

/** The names of a customer; at least one is present. */
export interface CustomerNames {
  /** Digits without plus. */
  readonly contactNumber?: string | undefined
  readonly contactUserId?: string | undefined
  readonly contactParentId?: string | undefined
}

/** A customer's message of any type. */
export interface InboundMessage {
  /** The id of the business number, with the channel's prefix. */
  readonly phoneNumberId: string
  /** The channel's message id, the same for each repeat. */
  readonly waId: string
  /** The channel's time, the same for each repeat. */
  readonly sentAt: EpochMs
  /** Digits without plus; undefined if the customer shares no phone number. */
  readonly contactNumber: string | undefined
  /** The channel's user id. Required without `contactNumber`. */
  readonly contactUserId: string | undefined
  readonly contactName: string | undefined
  readonly type: string
  /** Text, caption or button title; `''` if there is none. */
  readonly text: string
  readonly media: readonly InboundFile[]
  readonly quickReplyId: string | undefined
  /** The channel's id of the message that it quotes, or whose button was tapped. */
  readonly replyToWaId?: string | undefined
  readonly referral: Referral | undefined
  /** The channel's id of the user across the businesses of a parent. */
  readonly contactParentId?: string | undefined
  /** The name that the customer has chosen, which they can change and others can have later. */
  readonly contactUsername?: string | undefined
  /** Whether `contactNumber` is one that the customer shared because the business asked for it. */
  readonly sharesNumber?: boolean
  /** A notice that the customer has other names: those before, and those since. Names that stay may be absent. */
  readonly change?: { readonly before: CustomerNames; readonly after: CustomerNames } | undefined
  /** Content beyond text and media, such as a location, with the names of the contract in camel or snake case. */
  readonly detail: unknown
  /** What it says beyond all other fields, with the channel's names: the product that it asks about, that it was forwarded … */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** Whether the customer sent it. A notice of the channel is sent to no webhook or agent. */
  readonly fromCustomer: boolean
  /** Whether it needs a reply, and opens the service window: not a reaction, an edit, a deletion or a notice. */
  readonly opensWindow: boolean
  /** Whether an agent answers what opens the window. @default true */
  readonly awaitsReply?: boolean
  /** Who answers the customer, as far as the message shows it. */
  readonly holder?: ControlHolder
  /** Whether it is a call that nobody answered. @default false */
  readonly isMissedCall?: true
}

export interface InboundFile {
  /** The channel's id of the file. */
  readonly id: string
  readonly mimeType: string
  readonly filename?: string
}

/** The ad from which a customer wrote; `''` where the channel reports nothing. */
export interface Referral {
  readonly sourceType: string
  readonly sourceId: string
  readonly sourceUrl: string
  readonly headline: string
  readonly body: string
  readonly mediaType: string
  readonly imageUrl: string
  readonly videoUrl: string
  readonly thumbnailUrl: string
  readonly ctwaClid: string
  readonly welcomeMessage: string
}

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export interface StatusReport {
  /** The channel's message id. */
  readonly waId: string
  readonly status: MessageStatus
  /** The channel's time, if it has one. */
  readonly at: EpochMs | undefined
  readonly callbackData: string | undefined
  /** Why the message failed, if the channel reports it. */
  readonly error: ChannelError | undefined
  /** How the channel bills the message, if it reports it. */
  readonly pricing?: MessagePricing | undefined
  /** The customer: digits without plus, or the channel's user id. */
  readonly recipient?: string | undefined
}

/** The state of a customer's payment of an order that a message has. */
export interface OrderPayment extends Pick<StatusReport, 'waId' | 'callbackData' | 'at'> {
  /** The channel's object, with its word in `status`. */
  readonly payment: Readonly<Record<string, unknown>>
}

/** A customer's choice in the channel whether a business may send marketing. */
export interface Preference {
  /** The id of the business number, with the channel's prefix. */
  readonly phoneNumberId: string
  /** Digits without plus. At least one of number and user id is present. */
  readonly contactNumber: string | undefined
  /** The channel's user id. */
  readonly contactUserId: string | undefined
  readonly optedOut: boolean
  /** The channel's time. */
  readonly at: EpochMs
}

/** The channel's notice that another one answers a conversation from then on. */
export interface ControlChange {
  /** The id of the business number, with the channel's prefix. */
  readonly phoneNumberId: string
  /** Digits without plus. At least one of number and user id is present. */
  readonly contactNumber: string | undefined
  readonly contactUserId: string | undefined
  readonly holder: ControlHolder
  /** The channel's time. */
  readonly at: EpochMs
  /** What the one who gave it away says. */
  readonly metadata?: string
}

/** What to do with the control of a conversation. `pass` gives it to the channel's own agent, or to the partner who takes over from it. */
export type ControlAction =
  | { readonly action: 'take'; readonly metadata?: string | undefined }
  | { readonly action: 'pass'; readonly to: 'agent' | 'partner'; readonly metadata?: string | undefined }

/** A message of the time before the number was connected. Its contact is the customer, whoever wrote it. */
export interface HistoryMessage extends InboundMessage {
  /** Whether the business wrote it. */
  readonly isOwn: boolean
  /** The channel's word for its status on the phone. */
  readonly phoneStatus: string | undefined
}

/** A contact of the phone that the number is connected to. */
export interface PhoneContact {
  readonly phoneNumberId: string
  /** Digits without plus. At least one of number and user id is present. */
  readonly contactNumber: string | undefined
  readonly contactUserId: string | undefined
  /** Undefined if the owner removed the contact. */
  readonly name: string | undefined
  /** The channel's time. */
  readonly at: EpochMs
}

/** A notice of the channel about a number, or about an account and so all its numbers. */
export interface ChannelNotice extends HealthChange {
  /** The channel's id of the account; undefined if `phoneNumberId` identifies the number. */
  readonly waId: string | undefined
  /** The number, if the notice is about one: its id with the channel's prefix, or its digits. */
  readonly phoneNumberId?: string | undefined
  readonly number?: string | undefined
  /** The channel's name of the kind of notice, and its word for what happened. */
  readonly field: string
  readonly code: string
  /** The whole notice, with the channel's names. */
  readonly notice: Readonly<Record<string, unknown>>
}

/** An event about a template of the channel. */
export interface TemplateEvent {
  readonly providerTemplateId: string
  /** The channel's id of the template's account. */
  readonly waId: string
  /** The channel's time in Unix seconds; undefined if the event has none. */
  readonly at: EpochMs | undefined
  /** A new status in the channel's terms, with its reason; or a new quality. */
  readonly change: { readonly status: string; readonly reason: string | null } | { readonly qualityScore: string }
}

/** Sends a message once. Retries only while the calls certainly had no effect. */
export type Send = (message: OutboundMessage, clock: Clock) => Promise<SendOutcome>

export interface OutboundMessage {
  /** The recipient: a phone number if it is known, else the channel's user id. */
  readonly to: { readonly contactNumber?: string | undefined; readonly contactUserId?: string | undefined }
  readonly content: OutboundContent
  /** Whether it is marketing. @default false */
  readonly isMarketing?: boolean | undefined
  readonly callbackData: string
}

/** Types of content that consist of `detail`. */
export const CONTENT_TYPES = ['interactive', 'location', 'contacts', 'reaction'] as const

/** The content of an outbound message: text, a file with its caption, buttons, a template, or one of `CONTENT_TYPES`. */
export interface OutboundContent {
  readonly type: string
  /** Also the caption of a file. A template and an interactive message have the texts that the customer reads. */
  readonly text: string
  readonly media?: {
    readonly url?: string
    /** The bucket key of a file that an agent created. */
    readonly key?: string
    readonly mimeType: string
    readonly filename?: string
    /** Whether audio is shown as a voice message. @default false */
    readonly voice?: boolean
  }[]
  readonly buttons?: {
    /** Messages of the type `buttons` have `quick_reply` or `url`. */
    readonly type: string
    readonly text: string
    readonly url?: string
    readonly quickReplyId?: string
  }[]
  readonly template?: {
    readonly name: string
    readonly language: string
    /** Values of the variables, by position or by name. */
    readonly positional?: string[]
    readonly named?: unknown
    /** The provider's parameters of the header, the buttons, and the body if there are no variables. */
    readonly components?: TemplateComponent[]
  }
  /** A location, contacts or a reaction as the contract names them, or the provider's interactive object. */
  readonly detail?: unknown
  /** Whether it is marketing, which some customers refuse. Not stored. */
  readonly isMarketing?: boolean
  /** The message that this one replies to. A channel without replies ignores it. */
  readonly replyTo?: { readonly messageId?: string | undefined; readonly waId: string } | undefined
}

export type SendOutcome =
  /**
   * `contactWaId`: the digits that identify the customer on the channel. They can differ from the requested ones. `held`: the channel's word
   * if it keeps the message for now; it is sent later, or fails.
   */
  | {
      readonly kind: 'accepted'
      readonly waId: string
      readonly contactWaId: string | undefined
      readonly held?: string
    }
  | { readonly kind: 'refused'; readonly error: ChannelError }
  /** The channel may have accepted the message. */
  | { readonly kind: 'unknown'; readonly failure: string }

/** A rejection by the channel, in this service's terms. */
export interface ChannelError {
  readonly code: Extract<ErrorCode, 'window_closed' | 'validation_error' | 'upstream_error'>
  /** The channel's own code; null when there is none. */
  readonly providerCode: number | null
  /** The channel's message and code, without secrets. */
  readonly message: string
  /** Whether the customer refuses marketing. @default false */
  readonly refusesMarketing?: true
  /** A problem of the number that the error shows, such as a missing payment method. It ends a day after the last error. */
  readonly numberProblem?: NumberProblem
}

/** A problem of a number, and what it is about: a later problem of the same topic replaces it. */
export interface NumberProblem extends RaisedProblem {
  readonly topic: string
}

export interface OpenedMedia {
  readonly bytes: Readable
  /** In bytes. */
  readonly size: number
}

/** Thrown if the provider rejected a call. The call had no effect. The message is for the caller. */
export class ProviderRefusal extends ServiceError {}
