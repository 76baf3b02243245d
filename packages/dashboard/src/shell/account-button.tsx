import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useMe } from '../api/use-me.ts'
import classes from './account-menu.module.css'

/** The button of the account menu, with the name of the organisation. */
export function AccountButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const { data: me } = useMe()
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      className={classes.target}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      {...props}
    >
      <span className={classes.name}>{me?.organization.name ?? 'Account'}</span>
    </Button>
  )
}
