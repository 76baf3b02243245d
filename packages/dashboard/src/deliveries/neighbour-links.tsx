import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { listDeliveries } from '@replywright/contract/dashboard/deliveries.ts'
import type { Delivery, DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { type Icon, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { useShortcut } from '../ui/shortcut.tsx'
import { type DeliveriesSearch, queryOf } from './filters.ts'
import { newerOf, olderOf, positionOf } from './rows.ts'

/** Opens the next newer and older delivery of the list from which a delivery was opened. */
export function NeighbourLinks({
  delivery,
  search,
}: {
  readonly delivery: Delivery
  readonly search: DeliveriesSearch
}) {
  const position = positionOf(delivery, search)
  const page = (cursor: string) => ({
    ...readList(listDeliveries, { query: { ...queryOf(search), cursor, limit: '1' } }),
    // A search would be repeated for each of them.
    enabled: position !== undefined && search.q === undefined,
    placeholderData: undefined,
  })
  const { data: newer } = useQuery(page(`newer.${position}`))
  const { data: older } = useQuery(page(`${position}`))
  return (
    <Group gap={4} wrap="nowrap">
      <NeighbourLink
        label="Newer delivery"
        shortcut="k"
        icon={IconChevronUp}
        search={search}
        target={newer && position && newerOf(newer.results, position, search)}
      />
      <NeighbourLink
        label="Older delivery"
        shortcut="j"
        icon={IconChevronDown}
        search={search}
        target={older && position && olderOf(older.results, position, search)}
      />
    </Group>
  )
}

function NeighbourLink({
  label,
  shortcut,
  icon: Sign,
  search,
  target,
}: {
  readonly label: string
  readonly shortcut: string
  readonly icon: Icon
  readonly search: DeliveriesSearch
  readonly target: DeliverySummary | '' | undefined
}) {
  const navigate = useNavigate()
  const open = () => {
    if (target) void navigate({ to: '/deliveries/$id', params: { id: target.id }, search })
  }
  useShortcut(shortcut, open, label)
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={!target} onClick={open}>
        <Sign size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
