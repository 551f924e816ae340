import "./main.css";
