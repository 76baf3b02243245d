import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { IconPlus } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { Allowed } from './allowed.tsx'

interface ButtonAnchorProps extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  /** What the other page is for. The link is hidden from roles that may not call it. */
  readonly endpoint?: Pick<Endpoint, 'role'>
}

function ButtonAnchor({ endpoint, ...props }: ButtonAnchorProps) {
  const button = <Button component="a" {...props} />
  return endpoint ? (
    <Allowed endpoint={endpoint} hides>
      {button}
    </Allowed>
  ) : (
    button
  )
}

/** A link to another page that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)

function AddAnchor(props: ButtonAnchorProps) {
  return <ButtonAnchor leftSection={<IconPlus size={16} aria-hidden />} {...props} />
}

/** A link to the form that adds an item to a list. */
export const AddLink = createLink(AddAnchor)

/** A link that looks like a button and has only an icon. Requires `component="a"` and `aria-label`. */
export const IconLink = createLink(ActionIcon<'a'>)
