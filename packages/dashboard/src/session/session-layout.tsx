import { Outlet } from '@tanstack/react-router'
import classes from './session-layout.module.css'

/** The layout of the pages for signed-out users. */
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
