import { buffer } from 'node:stream/consumers'
import { capabilities } from '@replywright/core/channel/capabilities.ts'
import { channels } from '@replywright/core/channel/channels.ts'
import type { Channel, ChannelEvent, InboundMessage, SendOutcome } from '@replywright/core/channel/port.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import { answer, type Listening, listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'

const NAME = 'plain'
const TOKEN = 'the token of the plain channel'

const Text = v.object({ kind: v.literal('text'), id: v.string(), from: v.string(), name: v.string(), body: v.string() })
const Receipt = v.object({ kind: v.literal('receipt'), id: v.string() })
const Webhook = v.object({ inbox: v.string(), at: v.number(), items: v.array(v.variant('kind', [Text, Receipt])) })
type Webhook = v.InferOutput<typeof Webhook>

const Call = v.object({ to: v.optional(v.string()), body: v.optional(v.string()), seen: v.optional(v.string()) })
type Call = v.InferOutput<typeof Call>

/** A channel of numbers `plain:<inbox>`: texts only, without a service window, templates, buttons or callback data. */
export interface PlainChannel {
  /** The calls of its API, oldest first. */
  readonly calls: readonly (Call & { readonly inbox: string })[]
  /** Rejects the next message. */
  rejectNext(): void
  /** Returns the request of a webhook. */
  request(webhook: Webhook): { path: string; query: object; headers: { 'x-plain-token': string }; body: Buffer }
  stop(): Promise<void>
}

/** Starts the API of the channel, and adds its adapter to the channels of this process. */
export async function startPlainChannel(): Promise<PlainChannel> {
  const calls: (Call & { readonly inbox: string })[] = []
  let rejects = false
  const server = await listen(async (request, response) => {
    const call = v.parse(Call, JSON.parse(String(await buffer(request))))
    calls.push({ inbox: (request.url ?? '').slice(1), ...call })
    answer(response, rejects ? { status: 422 } : { status: 200, body: { id: `sent-${calls.length}` } })
    rejects = false
  })
  channels.set(NAME, adapterOf(server))
  capabilities.set(NAME, {
    windowSeconds: null,
    hasTemplates: false,
    buttons: null,
    contentTypes: [],
    longestText: 500,
    mediaKinds: [],
    returnsCallbackData: false,
    customerLink: () => '',
  })
  return {
    calls,
    rejectNext() {
      rejects = true
    },
    request: (webhook) => ({
      path: `/${NAME}`,
      query: {},
      headers: { 'x-plain-token': TOKEN },
      body: Buffer.from(JSON.stringify(webhook)),
    }),
    async stop() {
      channels.delete(NAME)
      capabilities.delete(NAME)
      await server.close()
    },
  }
}

function adapterOf({ url }: Listening): Channel {
  const post = (phoneNumberId: string, body: Call) =>
    fetch(`${url}/${phoneNumberId.replace(`${NAME}:`, '')}`, { method: 'POST', body: JSON.stringify(body) })
  return {
    name: NAME,
    respondToHandshake: async () => undefined,
    isAuthentic: async ({ headers }) => headers['x-plain-token'] === TOKEN,
    readWebhook(body) {
      const webhook = v.safeParse(v.pipe(v.string(), v.parseJson(), Webhook), String(body))
      return webhook.success ? webhook.output.items.map((item) => eventOf(webhook.output, item)) : undefined
    },
    prepare: async (_, content) => content,
    openSender:
      async ({ phoneNumberId }) =>
      async ({ to, content }): Promise<SendOutcome> => {
        const response = await post(phoneNumberId, { to: to.contactUserId ?? to.contactNumber, body: content.text })
        if (!response.ok)
          return { kind: 'refused', error: { code: 'validation_error', providerCode: null, message: 'No such user.' } }
        return {
          kind: 'accepted',
          waId: v.parse(v.object({ id: v.string() }), await response.json()).id,
          contactWaId: undefined,
        }
      },
    requireWorking: async () => {},
    async showTyping({ phoneNumberId }, waId) {
      await post(phoneNumberId, { seen: waId })
    },
    async openMedia() {
      throw new ServiceError('upstream_error', 'The channel has no files.')
    },
    describeSetup: async () => url,
  }
}

function eventOf({ inbox, at }: Webhook, item: Webhook['items'][number]): ChannelEvent {
  const phoneNumberId = `${NAME}:${inbox}`
  if (item.kind === 'receipt') {
    const status = { waId: item.id, status: 'read', at, callbackData: undefined, error: undefined } as const
    return { kind: 'status', phoneNumberId, status, raw: item }
  }
  const message: InboundMessage = {
    phoneNumberId,
    waId: item.id,
    sentAt: at,
    contactNumber: undefined,
    contactUserId: item.from,
    contactName: item.name,
    type: 'text',
    text: item.body,
    media: [],
    quickReplyId: undefined,
    referral: undefined,
    detail: undefined,
    fromCustomer: true,
    opensWindow: true,
  }
  return { kind: 'message', message, raw: item }
}
