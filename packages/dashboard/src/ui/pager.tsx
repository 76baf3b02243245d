import { Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { PageLink } from './page-link.tsx'

/**
 * Links to a list's newest, newer and older items. The URL has the `cursor`. Hidden if there is only one page, and
 * without a link to newer items if there is no `previousCursor`.
 */
export function CursorPager({
  cursor,
  nextCursor,
  previousCursor = null,
}: {
  readonly cursor: string | undefined
  readonly nextCursor: string | null
  readonly previousCursor?: string | null
}) {
  if (cursor === undefined && nextCursor === null) return null
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="sm">
      <Group gap="xs">
        {cursor !== undefined && (
          <PageLink change={{ cursor: undefined }} leftIcon={IconChevronsLeft}>
            Newest
          </PageLink>
        )}
        {cursor !== undefined && previousCursor !== null && (
          <PageLink change={{ cursor: previousCursor }} leftIcon={IconChevronLeft}>
            Newer
          </PageLink>
        )}
      </Group>
      {nextCursor !== null && (
        <PageLink change={{ cursor: nextCursor }} rightIcon={IconChevronRight}>
          Older
        </PageLink>
      )}
    </Group>
  )
}
