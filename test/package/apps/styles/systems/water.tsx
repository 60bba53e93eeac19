import 'water.css/out/water.css'
import './classes.css'

export const padding = 'my-screen'
export const centered = 'my-title'
