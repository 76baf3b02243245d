import { Outlet } from '@tanstack/react-router'
import classes from './session-layout.module.css'

/** What is around the pages of those who are not signed in. */
export function SessionLayout() {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Agent Messaging
        </p>
        <Outlet />
      </div>
    </main>
  )
}
