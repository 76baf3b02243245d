const metadata = { display_phone_number: '447700900100', phone_number_id: '1' }
const contact = { profile: { name: 'Alex', username: 'alex' }, wa_id: '447700900200', user_id: 'GB.1349' }
const context = { from: '447700900100', id: 'wamid.0' }
const messaging_product = 'whatsapp'
const error = { code: 131051, title: 'Unsupported', message: 'No', error_data: { details: 'Not supported' } }

interface Sample {
  readonly field: string
  readonly value: unknown
  /** Names whose parts are not kept: what is known anyway, or describes the connection. */
  readonly drops?: readonly string[]
}

const DROPS = ['metadata']

function message(type: string, content: object, beside: object = {}): Sample {
  const item = { id: 'wamid.1', timestamp: '1795167600', from: '447700900200', type, ...content, ...beside }
  return { field: 'messages', value: { messaging_product, metadata, messages: [item] }, drops: DROPS }
}

const notice = (field: string, value: object): Sample => ({ field, value })

/** A documented webhook of each kind. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  text: message('text', { text: { body: 'Hi' } }, { context: { ...context, forwarded: true } }),
  'text about a product': message(
    'text',
    { text: { body: 'In blue?' } },
    { context: { ...context, referred_product: { catalog_id: 'c', product_retailer_id: 'p' } } },
  ),
  'text of an ad': message(
    'text',
    { text: { body: 'Hi' } },
    {
      referral: {
        source_type: 'ad',
        source_id: '1',
        source_url: 'https://example.com',
        ctwa_clid: 'x',
        welcome_message: { text: 'Hello' },
      },
    },
  ),
  image: message('image', {
    image: { id: 'm', mime_type: 'image/jpeg', caption: 'This', sha256: 'x', url: 'https://example.com' },
  }),
  document: message('document', { document: { id: 'm', mime_type: 'application/pdf', filename: 'a.pdf' } }),
  voice: message('audio', { audio: { id: 'm', mime_type: 'audio/ogg', voice: true } }),
  'view-once file': message('image', { image: { id: 'm', mime_type: 'image/jpeg', view_once: true } }),
  'new kind of file': message('video_note', { video_note: { id: 'm', mime_type: 'video/mp4' } }),
  sticker: message('sticker', { sticker: { id: 'm', mime_type: 'image/webp', animated: true } }),
  'live location': message('location', { location: { latitude: 1, longitude: 2, live: true, sequence: 3 } }),
  'contact cards': message('contacts', {
    contacts: [{ name: { formatted_name: 'Sam' }, phones: [{ phone: '+447700900300', wa_id: '447700900300' }] }],
  }),
  'no contact card': message('contacts', { contacts: [] }),
  'button reply': message('interactive', {
    interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'A' } },
  }),
  'list reply': message('interactive', {
    interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'A', description: 'The first' } },
  }),
  form: message('interactive', {
    interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' } },
  }),
  'call permission': message('interactive', {
    interactive: {
      type: 'call_permission_reply',
      call_permission_reply: { response: 'accept', expiration_timestamp: 1 },
    },
  }),
  'new reply': message('interactive', { interactive: { type: 'slot_reply', slot_reply: { id: 'a', slot: '9:00' } } }),
  'button of a template': message('button', { button: { text: 'Yes', payload: 'yes' } }),
  order: message('order', {
    order: {
      catalog_id: 'c',
      text: 'Soon',
      product_items: [{ product_retailer_id: 'p', quantity: 1, item_price: 2, currency: 'EUR' }],
    },
  }),
  reaction: message('reaction', { reaction: { message_id: 'wamid.0', emoji: '👍' } }),
  'removed reaction': message('reaction', { reaction: { message_id: 'wamid.0' } }),
  edit: message('edit', { edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Hey' } } } }),
  revoke: message('revoke', { revoke: { original_message_id: 'wamid.0' } }),
  unsupported: message('unsupported', { errors: [error], unsupported: { type: 'poll' } }),
  'new type': message('poll', { poll: { question: 'Tea?', options: [{ name: 'Yes' }] } }),
  'system notice': message('system', {
    system: { type: 'user_changed_number', body: 'New', wa_id: '447700900201', user_id: 'GB.2' },
  }),
  'group message': message('text', { text: { body: 'Hi' } }, { group_id: 'g' }),
  errors: { field: 'messages', value: { messaging_product, metadata, errors: [error] }, drops: ['metadata'] },
  echo: {
    field: 'smb_message_echoes',
    value: {
      messaging_product,
      metadata,
      message_echoes: [
        {
          id: 'e',
          timestamp: '1795167600',
          from: '447700900100',
          to: '447700900200',
          type: 'text',
          text: { body: 'Hi' },
        },
      ],
    },
    drops: ['metadata'],
  },
  standby: {
    field: 'standby',
    value: {
      messaging_product,
      metadata,
      standby: {
        messages: [{ id: 'a', timestamp: '1795167600', from: '447700900200', type: 'text', text: { body: 'Hi' } }],
        message_echoes: [
          { id: 'e', timestamp: '1795167600', message: { to: '447700900200', type: 'text', text: { body: 'Hi' } } },
        ],
      },
    },
    drops: ['metadata'],
  },
  control: {
    field: 'messaging_handovers',
    value: {
      messaging_product,
      recipient: metadata,
      sender: { phone_number: '447700900200' },
      timestamp: '1795167600',
      control_passed: { metadata: 'note', previous_owner_role: 'ai_agent' },
    },
    drops: ['recipient', 'sender', 'control_passed'],
  },
  history: {
    field: 'history',
    value: {
      messaging_product,
      metadata,
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 50 },
          threads: [
            {
              id: '447700900200',
              messages: [
                {
                  id: 'h',
                  from: '447700900200',
                  timestamp: '1795167600',
                  type: 'text',
                  text: { body: 'Hi' },
                  history_context: { status: 'READ' },
                },
              ],
            },
          ],
        },
      ],
    },
    drops: ['metadata', 'history_context'],
  },
  'contacts of a phone': {
    field: 'smb_app_state_sync',
    value: {
      messaging_product,
      metadata,
      state_sync: [
        {
          type: 'contact',
          contact: { full_name: 'Alex', phone_number: '447700900200' },
          action: 'add',
          metadata: { timestamp: '1795167600' },
        },
      ],
    },
    drops: ['metadata'],
  },
  call: {
    field: 'calls',
    value: {
      messaging_product,
      metadata,
      contacts: [contact],
      calls: [
        {
          id: 'c',
          from: '447700900200',
          to: '447700900100',
          event: 'connect',
          timestamp: '1795167600',
          direction: 'USER_INITIATED',
          session: { sdp: 'x' },
        },
        {
          id: 'c',
          from: '447700900200',
          event: 'terminate',
          status: 'FAILED',
          timestamp: '1795167601',
          direction: 'USER_INITIATED',
          errors: [error],
        },
      ],
    },
    drops: ['metadata', 'contacts', 'session'],
  },
  preference: {
    field: 'user_preferences',
    value: {
      messaging_product,
      metadata,
      user_preferences: [
        { wa_id: '447700900200', category: 'marketing_messages', value: 'stop', timestamp: 1795167600 },
      ],
    },
    drops: ['metadata'],
  },
  status: {
    field: 'messages',
    value: {
      messaging_product,
      metadata,
      statuses: [
        {
          id: 'wamid.9',
          status: 'failed',
          timestamp: '1795167600',
          recipient_id: '447700900200',
          errors: [error, { code: 131042, title: 'Payment' }],
          pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' },
        },
      ],
    },
    drops: ['metadata', 'statuses'],
  },
  ban: notice('account_update', {
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: ['DISABLE'], waba_ban_date: 'x' },
  }),
  restriction: notice('account_update', {
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_800_000_000 }],
  }),
  violation: notice('account_update', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }),
  partner: notice('account_update', { event: 'PARTNER_REMOVED', waba_info: { waba_id: '2', owner_business_id: '3' } }),
  alert: notice('account_alerts', {
    entity_type: 'PHONE_NUMBER',
    entity_id: '1',
    alert_info: { alert_severity: 'CRITICAL', alert_status: 'ACTIVE', alert_type: 'X', alert_description: 'Look' },
  }),
  review: notice('account_review_update', { decision: 'REJECTED' }),
  quality: notice('phone_number_quality_update', {
    display_phone_number: '447700900100',
    event: 'FLAGGED',
    current_limit: 'TIER_1K',
  }),
  name: notice('phone_number_name_update', {
    display_phone_number: '447700900100',
    decision: 'REJECTED',
    rejection_reason: 'X',
  }),
  capability: notice('business_capability_update', { max_daily_conversations_per_business: 2000 }),
  security: notice('security', { display_phone_number: '447700900100', event: 'PIN_CHANGED', requester: '5' }),
  category: notice('template_category_update', {
    message_template_id: '12',
    message_template_name: 'a',
    message_template_language: 'en',
    new_category: 'MARKETING',
  }),
  components: notice('message_template_components_update', {
    message_template_id: '12',
    message_template_name: 'a',
    message_template_element: 'x',
  }),
  flow: notice('flows', { event: 'FLOW_STATUS_CHANGE', flow_id: '5', old_status: 'DRAFT', new_status: 'BLOCKED' }),
  template: {
    field: 'message_template_status_update',
    value: { event: 'REJECTED', message_template_id: '12', reason: 'ABUSIVE_CONTENT' },
  },
}
