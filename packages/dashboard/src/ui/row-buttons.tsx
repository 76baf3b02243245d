import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Adds a row to the list above it. */
export function AddRow({
  children,
  ...props
}: Pick<ButtonProps, 'disabled' | 'size' | 'variant' | 'mt'> & {
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} {...props}>
      {children}
    </Button>
  )
}

/** Removes a row. `label` has the name of the row. */
export function RemoveRow({
  label,
  className,
  disabled = false,
  onClick,
}: {
  readonly label: string
  readonly className?: string | undefined
  readonly disabled?: boolean
  readonly onClick: () => void
}) {
  return (
    <ActionIcon className={className} size={30} disabled={disabled} aria-label={label} onClick={onClick}>
      <IconTrash size={14} aria-hidden />
    </ActionIcon>
  )
}

/** The `ref` of an added row: moves the focus to its first field. */
export function focusFirst(row: HTMLElement | null): void {
  row?.querySelector<HTMLElement>('input, textarea, select')?.focus()
}
