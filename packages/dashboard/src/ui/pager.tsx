import { Group, Text } from '@mantine/core'
import { type Icon, IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { LinkButton } from './link-button.tsx'
import { OFFSET_PAGE } from './offset.ts'

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
      <Text c="dimmed">
        {shown === 0 ? 'No items' : `${(offset + 1).toLocaleString('en')}–${(offset + shown).toLocaleString('en')}`}
        {count !== undefined && ` of ${count.toLocaleString('en')}`}
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

/** A link to another page of a list. It keeps the filters in the URL. */
function PageLink({
  change,
  leftIcon: LeftIcon,
  rightIcon: RightIcon,
  children,
}: {
  readonly change: { readonly cursor: string | undefined } | { readonly offset: number | undefined }
  readonly leftIcon?: Icon
  readonly rightIcon?: Icon
  readonly children: string
}) {
  return (
    <LinkButton
      to="."
      search={(search) => ({ ...search, ...change })}
      variant="default"
      size="xs"
      leftSection={LeftIcon && <LeftIcon size={14} aria-hidden />}
      rightSection={RightIcon && <RightIcon size={14} aria-hidden />}
    >
      {children}
    </LinkButton>
  )
}

/** Returns the cursor of a page by its URL, as the API returns it in `next`. */
export function cursorOf(url: string | null): string | null {
  return url === null ? null : new URL(url).searchParams.get('cursor')
}
