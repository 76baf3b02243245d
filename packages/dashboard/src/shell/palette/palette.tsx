import { Modal } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { listAgents } from '@replywright/contract/agents.ts'
import {
  getConversationDetails,
  type InboxConversation,
  listInbox,
} from '@replywright/contract/dashboard/conversations.ts'
import { getDelivery } from '@replywright/contract/dashboard/deliveries.ts'
import { listTemplates } from '@replywright/contract/templates.ts'
import {
  type Icon,
  IconHistory,
  IconListDetails,
  IconMessages,
  IconRobot,
  IconSearch,
  IconTemplate,
  IconWebhook,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isTransient } from '../../api/api-error.ts'
import { read } from '../../api/call.ts'
import { useOperatorAccess } from '../../api/use-me.ts'
import { usePhoneText } from '../../ui/phone-text.ts'
import { webhooksQuery } from '../../webhooks/webhooks-query.ts'
import { NAVIGATION } from '../navigation.ts'
import { usePaletteActions } from './actions.ts'
import { idIn, matching, movedTo, type PaletteGroup, type PaletteItem } from './items.ts'
import classes from './palette.module.css'
import { recentPages } from './recent-pages.ts'

const PAUSE_MS = 200

/** Finds and opens any page or object by the keyboard. */
export function Palette({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const isNarrow = useMediaQuery('(max-width: 36em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={isNarrow}
      withCloseButton={isNarrow}
      centered={false}
      size="36rem"
      title="Search"
      classNames={isNarrow ? {} : { header: classes.hidden }}
      closeButtonProps={{ 'aria-label': 'Close search' }}
      transitionProps={{ duration: 0 }}
      padding={isNarrow ? 'md' : 0}
    >
      <Finder onClose={onClose} />
    </Modal>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [searched] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { groups, isLoading, isFailing } = usePaletteGroups(text.trim(), searched)
  const navigate = useNavigate()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const items = groups.flatMap((group) => group.items)
  const index = Math.min(chosen, Math.max(0, items.length - 1))
  const optionId = (at: number) => `${listId}-${at}`
  const open = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    onClose()
    if (typeof item.href === 'string') void navigate({ href: item.href })
    else item.href()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(items[index])
    const next = movedTo(event.key, index, items.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  useEffect(() => {
    list.current?.querySelector(`[id="${listId}-${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [index, listId])
  let at = -1
  return (
    <div>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Page, name, number, message or ID"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? optionId(index) : undefined}
          placeholder="Page, action, name or ID"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={listId} ref={list} aria-label="Search" className={classes.list}>
        {groups.map(({ title, items: inGroup }) => (
          <fieldset key={title} aria-label={title}>
            <p aria-hidden className={classes.title}>
              {title}
            </p>
            {inGroup.map((item) => {
              at += 1
              const option = { id: optionId(at), 'aria-selected': at === index }
              return <Option key={item.id} item={item} option={option} onOpen={() => open(item)} />
            })}
          </fieldset>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {statusOf(items.length, isLoading, isFailing)}
      </p>
    </div>
  )
}

/** A hit: a link, which can be opened in another tab, or a button. */
function Option({
  item: { label, hint, icon: Sign, href },
  option,
  onOpen,
}: {
  readonly item: PaletteItem
  readonly option: { readonly id: string; readonly 'aria-selected': boolean }
  readonly onOpen: () => void
}) {
  const shared = { ...option, role: 'option', tabIndex: -1, className: classes.option }
  const content = (
    <>
      <Sign size={16} aria-hidden />
      <bdi className={classes.label}>{label}</bdi>
      {hint && <bdi className={classes.hint}>{hint}</bdi>}
    </>
  )
  if (typeof href !== 'string')
    return (
      <button type="button" {...shared} onClick={onOpen}>
        {content}
      </button>
    )
  return (
    <a
      {...shared}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      {content}
    </a>
  )
}

function statusOf(count: number, isLoading: boolean, isFailing: boolean): string {
  if (isFailing) return 'Some searches failed. Trying again.'
  if (count > 0) return 'Arrow keys to select, Enter to open, Escape to close'
  return isLoading ? 'Searching' : 'No matches. Search by a name, a number, a message or an ID.'
}

const SHOWN = 5
const SHORTEST = 2
/** Shorter texts are not searched for in deliveries. */
const SHORTEST_OF_DELIVERIES = 3
const FRESH_MS = 60_000

/**
 * Returns the groups of the palette for a text, whether more may come, and whether a search failed and is repeated. `searched` is the
 * text after a pause of typing.
 */
function usePaletteGroups(text: string, searched: string) {
  const isOperator = useOperatorAccess() !== 'none'
  const actions = usePaletteActions()
  const phoneText = usePhoneText()
  const isText = searched.length >= SHORTEST
  const id = idIn(searched)
  const found = { staleTime: FRESH_MS } as const
  const lists = { ...found, enabled: isText }
  const byId = { ...found, enabled: id !== undefined }
  const conversations = useQuery({ ...read(listInbox, { query: { search: searched } }), ...lists })
  const webhooks = useQuery({ ...webhooksQuery(), ...lists })
  const agents = useQuery({ ...read(listAgents, { query: { limit: '100', offset: '0' } }), ...lists })
  const templates = useQuery({ ...read(listTemplates, {}), ...lists })
  const delivery = useQuery({ ...read(getDelivery, { params: { id: id ?? '' } }), ...byId })
  const conversation = useQuery({ ...read(getConversationDetails, { params: { id: id ?? '' } }), ...byId })

  const pages = NAVIGATION.filter((group) => group.for === undefined || isOperator).flatMap(({ label, entries }) =>
    entries.map(({ to = '/', label: name, icon }) => ({ id: to, label: name, hint: label, icon, href: to })),
  )
  const contacts = [...(conversations.data?.results ?? []), ...(conversation.data ? [conversation.data] : [])]
  const all: readonly PaletteGroup[] = [
    { title: 'Recent pages', items: text === '' ? recentPages().map((page) => ({ ...page, icon: IconHistory })) : [] },
    { title: 'Pages', items: matching(pages, text, text === '' ? pages.length : SHOWN) },
    { title: 'Actions', items: matching(actions, text, text === '' ? actions.length : SHOWN) },
    {
      title: 'Conversations',
      items: isText ? contacts.slice(0, SHOWN).map((each) => conversationItem(each, phoneText)) : [],
    },
    { title: 'Endpoints', items: named(webhooks.data, '/webhooks/', IconWebhook, ({ url }) => url) },
    { title: 'Agents', items: named(agents.data?.results, '/agents/', IconRobot) },
    { title: 'Templates', items: named(templates.data, '/templates/', IconTemplate, ({ language }) => language) },
    { title: 'Deliveries', items: deliveryItems() },
    { title: 'Search', items: searchItems() },
  ]
  const queries = [conversations, webhooks, agents, templates, delivery, conversation]
  return {
    groups: all.filter(({ items }) => items.length > 0),
    isLoading: searched !== text || queries.some((each) => each.isLoading),
    isFailing: queries.some(({ isEnabled, failureReason, error }) => isEnabled && isTransient(failureReason ?? error)),
  }

  function named<T extends { readonly id: string; readonly name: string }>(
    list: readonly T[] | undefined,
    path: string,
    icon: Icon,
    hint?: (item: T) => string,
  ): readonly PaletteItem[] {
    if (!isText || !list) return []
    const items = list.map((item) => ({
      id: item.id,
      label: item.name,
      hint: hint?.(item),
      icon,
      href: path + item.id,
    }))
    return matching(items, text, SHOWN)
  }

  function deliveryItems(): readonly PaletteItem[] {
    const { data } = delivery
    return data
      ? [{ id: data.id, label: data.event, hint: data.id, icon: IconListDetails, href: `/deliveries/${data.id}` }]
      : []
  }

  /** Searches that go on for longer, on the pages of the lists. */
  function searchItems(): readonly PaletteItem[] {
    if (delivery.data) return []
    const [inConversations, inDeliveries] = [
      new URLSearchParams({ search: searched }),
      new URLSearchParams({ q: searched }),
    ]
    return [
      ...(isText && id === undefined
        ? [
            {
              id: 'conversations',
              label: `Search conversations for “${searched}”`,
              icon: IconSearch,
              href: `/conversations?${inConversations}`,
            },
          ]
        : []),
      ...(searched.length >= SHORTEST_OF_DELIVERIES
        ? [
            {
              id: 'deliveries',
              label: `Search deliveries for “${searched}”`,
              icon: IconSearch,
              href: `/deliveries?${inDeliveries}`,
            },
          ]
        : []),
    ]
  }
}

function conversationItem(
  { id, contact, msgNumber, hit }: Pick<InboxConversation, 'id' | 'contact' | 'msgNumber' | 'hit'>,
  phoneText: (number: string) => string,
): PaletteItem {
  const number = phoneText(contact.phoneNumber)
  const item = { id, label: contact.name || number || 'Unknown customer', icon: IconMessages }
  if (hit)
    return {
      ...item,
      hint: hit.before + hit.match + hit.after,
      href: `/conversations/${id}?message=${hit.messageId}`,
    }
  return { ...item, hint: contact.name && number ? number : phoneText(msgNumber), href: `/conversations/${id}` }
}
