// A horse with its rider, seen from the side.

/** silks are the riders' colours, with the ink for the number on them. */
const silks = [
  ['#e5383b', '#ffffff'],
  ['#2f7bff', '#ffffff'],
  ['#f5f5f5', '#1b1206'],
  ['#26232e', '#ffffff'],
  ['#ff9f2f', '#1b1206'],
  ['#37c26b', '#06200f'],
];

const coats = ['#7a4a26', '#4a2c1a', '#9a6a3c', '#3a2a24', '#85552f', '#b9b2a8'];

function leg(pen, x, y, s, swing) {
  const knee = [x + Math.sin(swing) * s * 0.13, y + s * 0.15];
  const hoof = [knee[0] + Math.sin(swing - 0.7) * s * 0.13, knee[1] + s * 0.15];
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(...knee);
  pen.lineTo(...hoof);
  pen.stroke();
}

/** horse draws runner index with its feet at (x, y); stride is the phase of its gallop. */
export function horse(pen, index, x, y, s, stride, still) {
  const [silk, ink] = silks[index];
  const coat = coats[index];
  const swing = (offset) => (still ? 0.1 : Math.sin(stride + offset) * 1.05);
  pen.save();
  pen.translate(x, y - s * 0.3 + (still ? 0 : Math.sin(stride * 2) * s * 0.02));
  pen.fillStyle = 'rgb(0 0 0 / 25%)';
  pen.beginPath();
  pen.ellipse(0, s * 0.3, s * 0.42, s * 0.045, 0, 0, 7);
  pen.fill();
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = `color-mix(in srgb, ${coat} 65%, #000)`;
  pen.lineWidth = s * 0.06;
  leg(pen, -s * 0.22, 0, s, swing(0.6));
  leg(pen, s * 0.2, 0, s, swing(2.6));
  pen.strokeStyle = coat;
  leg(pen, -s * 0.26, 0, s, swing(0));
  leg(pen, s * 0.16, 0, s, swing(2));
  // Tail, body, neck, head
  pen.strokeStyle = '#1d1512';
  pen.lineWidth = s * 0.05;
  pen.beginPath();
  pen.moveTo(-s * 0.32, -s * 0.06);
  pen.quadraticCurveTo(-s * 0.46, -s * 0.1, -s * 0.52, still ? s * 0.12 : s * 0.02);
  pen.stroke();
  pen.fillStyle = coat;
  pen.beginPath();
  pen.ellipse(-s * 0.03, -s * 0.02, s * 0.33, s * 0.135, 0, 0, 7);
  pen.fill();
  pen.beginPath();
  pen.moveTo(s * 0.14, -s * 0.1);
  pen.lineTo(s * 0.38, -s * 0.34);
  pen.lineTo(s * 0.47, -s * 0.27);
  pen.lineTo(s * 0.28, s * 0.05);
  pen.fill();
  pen.beginPath();
  pen.moveTo(s * 0.36, -s * 0.36);
  pen.lineTo(s * 0.4, -s * 0.42);
  pen.lineTo(s * 0.44, -s * 0.35);
  pen.lineTo(s * 0.6, -s * 0.22);
  pen.lineTo(s * 0.56, -s * 0.15);
  pen.lineTo(s * 0.4, -s * 0.22);
  pen.fill();
  pen.strokeStyle = '#1d1512';
  pen.lineWidth = s * 0.045;
  pen.beginPath();
  pen.moveTo(s * 0.13, -s * 0.13);
  pen.lineTo(s * 0.36, -s * 0.37);
  pen.stroke();
  // The rider
  pen.strokeStyle = '#f4f1ea';
  pen.lineWidth = s * 0.06;
  pen.beginPath();
  pen.moveTo(-s * 0.02, -s * 0.22);
  pen.lineTo(s * 0.07, -s * 0.12);
  pen.lineTo(-s * 0.01, s * 0.0);
  pen.stroke();
  pen.strokeStyle = silk;
  pen.lineWidth = s * 0.13;
  pen.beginPath();
  pen.moveTo(-s * 0.03, -s * 0.25);
  pen.lineTo(s * 0.1, -s * 0.34);
  pen.stroke();
  pen.lineWidth = s * 0.05;
  pen.beginPath();
  pen.moveTo(s * 0.1, -s * 0.33);
  pen.lineTo(s * 0.22, -s * 0.22);
  pen.stroke();
  pen.fillStyle = silk;
  pen.beginPath();
  pen.arc(s * 0.18, -s * 0.42, s * 0.07, 0, 7);
  pen.fill();
  // The cloth with the number
  pen.fillStyle = silk;
  pen.strokeStyle = 'rgb(0 0 0 / 35%)';
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(-s * 0.2, -s * 0.14, s * 0.19, s * 0.19, s * 0.03);
  pen.fill();
  pen.stroke();
  pen.fillStyle = ink;
  pen.font = `800 ${Math.round(s * 0.16)}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(index + 1), -s * 0.105, -s * 0.04);
  pen.restore();
}
