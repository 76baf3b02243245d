import { Button, Group } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

/** Below this width, filters would fill the screen. */
const IS_NARROW = '(max-width: 36em)'

/** The filters of a list. On a phone, a button opens them, and says how many are set. `search` is always shown. */
export function FilterBar({
  count,
  search,
  children,
}: {
  /** The number of set filters behind the button. */
  readonly count: number
  readonly search?: ReactNode
  readonly children: ReactNode
}) {
  const isNarrow = useMediaQuery(IS_NARROW, false, { getInitialValueInEffect: false })
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  return (
    <Group gap="xs" mb="md" align="end">
      {search}
      {isNarrow && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      )}
      <Group
        id={id}
        gap="xs"
        align="end"
        hidden={isNarrow && !isOpen}
        display={isNarrow && !isOpen ? 'none' : undefined}
      >
        {children}
      </Group>
    </Group>
  )
}
