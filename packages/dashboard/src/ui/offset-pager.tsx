import { Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { OFFSET_PAGE } from './offset.ts'
import { PageLink } from './page-link.tsx'

/** The pager of a list with offset pagination. The URL has the `offset`. Hidden if there is only one page. */
export function OffsetPager({
  offset,
  shown,
  count,
  hasNext,
}: {
  readonly offset: number
  readonly shown: number
  /** The number of all items; undefined if unknown. */
  readonly count?: number
  readonly hasNext: boolean
}) {
  if (offset === 0 && !hasNext) return null
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        {shown === 0 ? 'No items' : `${offset + 1}–${offset + shown}`}
        {count !== undefined && ` of ${count}`}
      </Text>
      <Group gap="xs">
        {offset > 0 && (
          <PageLink change={{ offset: Math.max(0, offset - OFFSET_PAGE) || undefined }} leftIcon={IconChevronLeft}>
            Previous
          </PageLink>
        )}
        {hasNext && (
          <PageLink change={{ offset: offset + shown }} rightIcon={IconChevronRight}>
            Next
          </PageLink>
        )}
      </Group>
    </Group>
  )
}
