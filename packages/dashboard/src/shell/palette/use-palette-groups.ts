import { listAgents } from '@messaging/contract/agents.ts'
import { getConversationDetails, listInbox } from '@messaging/contract/dashboard/conversations.ts'
import { getDelivery } from '@messaging/contract/dashboard/deliveries.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { listTemplates } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { useOperatorAccess } from '../../api/use-me.ts'
import { NAVIGATION } from '../navigation.ts'
import { idIn, matching, type PaletteGroup, type PaletteItem } from './items.ts'
import { recentPages } from './recent-pages.ts'

const SHOWN = 5
const SHORTEST = 2
/** Shorter texts are not searched for in deliveries. */
const SHORTEST_OF_DELIVERIES = 3
const FRESH_MS = 60_000

/** Returns the groups of the palette for a text, and whether more may come. `searched` is the text after a pause of typing. */
export function usePaletteGroups(text: string, searched: string) {
  const isOperator = useOperatorAccess() !== 'none'
  const isText = searched.length >= SHORTEST
  const id = idIn(searched)
  const found = { staleTime: FRESH_MS, retry: false, refetchInterval: false } as const
  const lists = { ...found, enabled: isText }
  const byId = { ...found, enabled: id !== undefined }
  const conversations = useQuery({ ...read(listInbox, { query: { search: searched } }), ...lists })
  const webhooks = useQuery({ ...read(listWebhooks, {}), ...lists })
  const agents = useQuery({ ...read(listAgents, { query: { limit: '100', offset: '0' } }), ...lists })
  const templates = useQuery({ ...read(listTemplates, {}), ...lists })
  const delivery = useQuery({ ...read(getDelivery, { params: { id: id ?? '' } }), ...byId })
  const conversation = useQuery({ ...read(getConversationDetails, { params: { id: id ?? '' } }), ...byId })

  const pages = NAVIGATION.filter((group) => group.for === undefined || isOperator).flatMap(({ label, entries }) =>
    entries.map((entry) => ({ id: entry.to ?? '', label: entry.label, hint: label, href: entry.to ?? '/' })),
  )
  const contacts = [...(conversations.data?.results ?? []), ...(conversation.data ? [conversation.data] : [])]
  const all: readonly PaletteGroup[] = [
    { title: 'Recent pages', items: text === '' ? recentPages() : [] },
    { title: 'Pages', items: matching(pages, text, text === '' ? pages.length : SHOWN) },
    { title: 'Conversations', items: isText ? contacts.slice(0, SHOWN).map(conversationItem) : [] },
    { title: 'Endpoints', items: named(webhooks.data, '/webhooks/', ({ url }) => url) },
    { title: 'Agents', items: named(agents.data?.results, '/agents/') },
    { title: 'Templates', items: named(templates.data, '/templates/', ({ language }) => language) },
    { title: 'Deliveries', items: deliveryItems() },
  ]
  const isLoading = [conversations, webhooks, agents, templates, delivery, conversation].some((each) => each.isLoading)
  return { groups: all.filter(({ items }) => items.length > 0), isLoading: isLoading || searched !== text }

  function named<T extends { readonly id: string; readonly name: string }>(
    list: readonly T[] | undefined,
    path: string,
    hint?: (item: T) => string,
  ): readonly PaletteItem[] {
    if (!isText || !list) return []
    const items = list.map((item) => ({ id: item.id, label: item.name, hint: hint?.(item), href: path + item.id }))
    return matching(items, text, SHOWN)
  }

  function deliveryItems(): readonly PaletteItem[] {
    const { data } = delivery
    if (data) return [{ id: data.id, label: data.event, hint: data.id, href: `/deliveries/${data.id}` }]
    if (searched.length < SHORTEST_OF_DELIVERIES) return []
    const query = new URLSearchParams({ q: searched })
    return [{ id: 'search', label: `Search deliveries for “${searched}”`, href: `/deliveries?${query}` }]
  }
}

function conversationItem({
  id,
  contact,
  msgNumber,
}: {
  readonly id: string
  readonly contact: { readonly name: string; readonly phoneNumber: string }
  readonly msgNumber: string
}): PaletteItem {
  const number = contact.phoneNumber && `+${contact.phoneNumber}`
  const label = contact.name || number || 'Unknown customer'
  return { id, label, hint: contact.name && number ? number : `+${msgNumber}`, href: `/conversations/${id}` }
}
