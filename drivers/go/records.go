package main

import "go.mongodb.org/mongo-driver/v2/bson"

// This file declares the records of docs/corpora.md, field by field in their order. Datetimes are
// bson.DateTime, milliseconds since 1970, which is what the wire holds; a time.Time would cost a
// conversion each way.

// flat is a record of bson/flat.
type flat struct {
	Name      string        `bson:"name"`
	Age       int32         `bson:"age"`
	Height    float64       `bson:"height"`
	Surname   string        `bson:"surname"`
	Street    string        `bson:"street"`
	Floor     int32         `bson:"floor"`
	City      string        `bson:"city"`
	Latitude  float64       `bson:"latitude"`
	Longitude float64       `bson:"longitude"`
	Country   string        `bson:"country"`
	Email     string        `bson:"email"`
	Visits    int32         `bson:"visits"`
	Account   int64         `bson:"account"`
	Phone     string        `bson:"phone"`
	Score     int32         `bson:"score"`
	Weight    float64       `bson:"weight"`
	Created   bson.DateTime `bson:"created"`
	Balance   float64       `bson:"balance"`
	Rank      int32         `bson:"rank"`
	Comment   string        `bson:"comment"`
}

// order is a record of bson/order.
type order struct {
	ID       bson.ObjectID `bson:"_id"`
	Number   int64         `bson:"number"`
	Created  bson.DateTime `bson:"created"`
	Status   string        `bson:"status"`
	Currency string        `bson:"currency"`
	Coupon   *string       `bson:"coupon"` // nil is null
	Customer customer      `bson:"customer"`
	Items    []item        `bson:"items"`
	Payment  payment       `bson:"payment"`
	Shipping shipping      `bson:"shipping"`
	Notes    string        `bson:"notes"`
	Totals   totals        `bson:"totals"`
}

type customer struct {
	ID      bson.ObjectID `bson:"id"`
	Name    string        `bson:"name"`
	Email   string        `bson:"email"`
	VIP     bool          `bson:"vip"`
	Address address       `bson:"address"`
	Tags    []string      `bson:"tags"`
}

type address struct {
	Street   string   `bson:"street"`
	City     string   `bson:"city"`
	Postcode string   `bson:"postcode"`
	Country  string   `bson:"country"`
	Location location `bson:"location"`
}

type location struct {
	Type        string     `bson:"type"`
	Coordinates [2]float64 `bson:"coordinates"`
}

type item struct {
	SKU        string     `bson:"sku"`
	Title      string     `bson:"title"`
	Quantity   int32      `bson:"quantity"`
	Price      float64    `bson:"price"`
	Attributes attributes `bson:"attributes"`
	Stock      stock      `bson:"stock"`
}

type attributes struct {
	Color string `bson:"color"`
	Size  string `bson:"size"`
}

type stock struct {
	Warehouse string   `bson:"warehouse"`
	Bins      [2]int32 `bson:"bins"`
}

type payment struct {
	Method   string  `bson:"method"`
	Card     card    `bson:"card"`
	Captured bool    `bson:"captured"`
	Total    float64 `bson:"total"`
}

type card struct {
	Brand   string  `bson:"brand"`
	Last4   string  `bson:"last4"`
	Expires expires `bson:"expires"`
}

type expires struct {
	Month int32 `bson:"month"`
	Year  int32 `bson:"year"`
}

type shipping struct {
	Carrier string  `bson:"carrier"`
	Events  []event `bson:"events"`
}

type event struct {
	At     bson.DateTime `bson:"at"`
	Status string        `bson:"status"`
	Place  string        `bson:"place"`
}

type totals struct {
	Net   float64 `bson:"net"`
	Tax   float64 `bson:"tax"`
	Gross float64 `bson:"gross"`
}
