import { IconEye, IconMail } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../api/use-me.ts'
import classes from './banner.module.css'

/** Says above the page that the user is invited to an organisation, or may only read. */
export function AccessBanner() {
  const { data: me } = useMe()
  const { pathname } = useLocation()
  if (!me) return null
  return (
    <>
      {pathname !== '/invitations' &&
        me.invitations.map(({ id, organizationName }) => (
          <p key={id} className={classes.banner}>
            <IconMail size={16} aria-hidden />
            You are invited to {organizationName}. <Link to="/invitations">Answer the invitation</Link>
          </p>
        ))}
      {me.role === 'viewer' && (
        <p className={classes.banner}>
          <IconEye size={16} aria-hidden />
          You are a viewer of this organisation: you see everything except secrets, and change nothing.
        </p>
      )}
    </>
  )
}
