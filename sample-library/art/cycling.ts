/** Wheels that turn, and riders who pedal. */
import { shapes } from './svg.ts';

export interface Wheel {
  spokes: number;
  rim: string;
  spoke: string;
  wide: number;
}

export const WOOD: Wheel = { spokes: 10, rim: '#8a5a34', spoke: '#a8754a', wide: 11 };
export const STEEL: Wheel = { spokes: 18, rim: '#2e3440', spoke: '#8d97a8', wide: 7 };

/** A wheel at `turn` of the angle between two spokes, which looks the same as a whole turn. */
export function wheel(x: number, y: number, r: number, round: number, kind: Wheel): string {
  const spokes = Array.from({ length: kind.spokes }, (_, i) => {
    const angle = ((i + round) / kind.spokes) * 6.283;
    return `M${x} ${y}L${(x + Math.cos(angle) * r).toFixed(1)} ${(y + Math.sin(angle) * r).toFixed(1)}`;
  });
  return shapes`line ${spokes.join('')} ${kind.spoke} ${kind.wide / 3};
    circle ${x} ${y} ${r} none stroke=${kind.rim} stroke-width=${kind.wide};
    circle ${x} ${y} ${kind.wide} ${kind.rim}`;
}

/** A rider on a saddle at (x, y); the legs turn with `round` when there are pedals at `feet`. */
export function rider(
  x: number,
  y: number,
  hands: [number, number],
  feet: [number, number, number],
  round: number,
  coat: string,
  hat: 'top' | 'cap' | 'helmet',
): string {
  const [fx, fy, crank] = feet;
  const leg = (phase: number, color: string) => {
    const angle = round * 6.283 + phase;
    const px = fx + Math.cos(angle) * crank;
    const py = fy + Math.sin(angle) * crank;
    const kx = (x + px) / 2 + 34;
    const ky = (y + py) / 2 - 18;
    return shapes`line M${x} ${y}L${kx.toFixed(1)} ${ky.toFixed(1)}L${px.toFixed(1)} ${py.toFixed(1)}l16 2 ${color} 15`;
  };
  const hats = {
    top: shapes`rect ${x + 12} ${y - 184} 36 38 #23202b; rect ${x + 2} ${y - 150} 56 8 #23202b rx=4`,
    cap: shapes`path M${x + 6} ${y - 146}Q${x + 10} ${y - 172} ${x + 34} ${y - 170}Q${x + 52} ${y - 166} ${x + 54} ${y - 148}L${x + 70} ${y - 144}V${y - 140}H${x + 6}Z #5a4a3a`,
    helmet: shapes`path M${x + 2} ${y - 140}Q${x + 4} ${y - 174} ${x + 36} ${y - 172}Q${x + 60} ${y - 166} ${x + 60} ${y - 144}Z #e2483d`,
  };
  return shapes`${leg(Math.PI, '#3a3f55')};
    path M${x - 16} ${y + 6}Q${x - 24} ${y - 70} ${x + 14} ${y - 104}Q${x + 42} ${y - 100} ${x + 38} ${y - 70}Q${x + 26} ${y - 30} ${x + 20} ${y + 6}Z ${coat};
    ${leg(0, '#4a5069')};
    line M${x + 20} ${y - 86}L${(x + 20 + hands[0]) / 2 - 4} ${(y - 86 + hands[1]) / 2 + 16}L${hands[0]} ${hands[1]} ${coat} 14;
    circle ${x + 32} ${y - 134} 24 #e8b995; ${hats[hat]}`;
}
