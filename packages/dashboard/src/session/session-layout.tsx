import { Outlet } from '@tanstack/react-router'
import classes from './session-layout.module.css'

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
